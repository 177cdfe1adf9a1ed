package io.barograph.sources.tokio;

import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.runtime.UnreadableSourceException;
import io.barograph.schemas.CatalogueFileSystem;
import io.barograph.schemas.DeadLetter;
import io.barograph.schemas.FileSystemCatalogue;
import io.barograph.schemas.motif.MotifRules;
import io.barograph.sources.testing.TextMutations;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.AfterProperty;
import net.jqwik.api.lifecycle.BeforeProperty;

class TokioTableFuzzTest {
    private static final FileSystemCatalogue CATALOGUE =
            new FileSystemCatalogue(List.of(CatalogueFileSystem.of("scratch1")));

    private final List<DeadLetter> letters = new ArrayList<>();
    private Path table;

    @BeforeProperty
    void makeFile() throws IOException {
        table = Files.createTempFile("edison", ".csv");
    }

    @AfterProperty
    void deleteFile() throws IOException {
        Files.delete(table);
    }

    @Provide
    Arbitrary<String> tables() {
        Set<String> columns = new LinkedHashSet<>(TokioSummaries.COLUMNS);
        columns.addAll(TokioWeather.COLUMNS);
        return TextMutations.of(List.of(String.join(",", columns) + "\n" + row(columns, "scratch1") + "\n"
                + row(columns, "") + "\n" + row(columns, "scratch1") + "\n"));
    }

    private static String row(Set<String> columns, String fileSystem) {
        return String.join(
                ",",
                columns.stream()
                        .map(column -> switch (column) {
                            case "_file_system" -> fileSystem;
                            case "_jobid" -> "4088886.0";
                            case "darshan_app" -> "\"vpicio,uni\"";
                            case "darshan_start_time" -> "1487107137";
                            case "darshan_end_time" -> "1487107200";
                            case "darshan_nprocs" -> "4096";
                            default -> "1.64929106739e+12";
                        })
                        .toList());
    }

    @Property
    void shouldReadOrRefuseEveryRowOfADamagedTable(@ForAll("tables") String text) throws IOException {
        letters.clear();
        Files.write(table, text.getBytes(StandardCharsets.UTF_8));
        try (TokioSummaries rows = new TokioSummaries(table, CATALOGUE, letters::add)) {
            rows.forEachRemaining(summary -> assertThat(summary.getEndTime()).isAfterOrEqualTo(summary.getStartTime()));
            assertThat(rows.refused()).isEqualTo(letters.size());
        } catch (UnreadableSourceException expected) {
            assertThat(expected).hasMessageContaining(table.toString());
        }
        shouldNameFileAndLine();
    }

    @Property
    void shouldTakeTheWeatherOfADamagedTableOrRefuseIt(@ForAll("tables") String text) throws IOException {
        letters.clear();
        Files.write(table, text.getBytes(StandardCharsets.UTF_8));
        try (TokioWeather rows = new TokioWeather(table, CATALOGUE, MotifRules.DEFAULT, letters::add)) {
            rows.forEachRemaining(run -> assertThat(run.getMetrics().values()).allMatch(Double::isFinite));
            assertThat(rows.refused()).isEqualTo(letters.size());
        } catch (UnreadableSourceException expected) {
            assertThat(expected).hasMessageContaining(table.toString());
        }
        shouldNameFileAndLine();
    }

    private void shouldNameFileAndLine() {
        assertThat(letters).allSatisfy(letter -> {
            assertThat(letter.getOrigin()).matches(".*" + table.getFileName() + ":\\d+");
            assertThat(letter.getReason()).isNotBlank();
        });
    }
}
