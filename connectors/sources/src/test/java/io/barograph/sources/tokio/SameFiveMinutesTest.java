package io.barograph.sources.tokio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.barograph.runtime.SampleList;
import io.barograph.runtime.SampleRecording;
import io.barograph.schemas.CatalogueFileSystem;
import io.barograph.schemas.DeadLetter;
import io.barograph.schemas.ServerKind;
import io.barograph.schemas.ServerSample;
import io.barograph.sources.lmt.LmtDatabase;
import io.barograph.testing.RecordedData;
import java.io.IOException;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The same five minutes were recorded in three formats. */
class SameFiveMinutesTest {
    private static final Instant START = Instant.parse("2018-01-28T08:00:00Z");
    private static final Instant END = Instant.parse("2018-01-28T08:05:00Z");

    private final List<DeadLetter> letters = new ArrayList<>();
    private SampleRecording sqlite;
    private SampleRecording hdf5;
    private SampleRecording h5lmt;
    private JsonNode reference;

    @BeforeEach
    void open() throws IOException {
        sqlite = new LmtDatabase(
                RecordedData.path("lmt/raw/snx11025_2018-01-28.sqlite3"),
                ZoneId.of("America/Los_Angeles"),
                letters::add);
        hdf5 = new TokioTimeSeries(RecordedData.path("lmt/raw/snx11025_2018-01-28.hdf5"), letters::add);
        h5lmt = new H5LmtFile(RecordedData.path("lmt/raw/snx11025_2018-01-28.h5lmt"), letters::add);
        reference = new ObjectMapper()
                .readTree(RecordedData.path("reference/lmt-2018-01-28.json").toFile());
    }

    @AfterEach
    void close() {
        for (SampleRecording source : new SampleRecording[] {sqlite, hdf5, h5lmt}) {
            if (source != null) {
                source.close();
            }
        }
        assertThat(letters).isEmpty();
    }

    @Test
    void shouldGiveTheSameDifferencesOfEveryTarget() {
        for (Function<ServerSample, Long> counter :
                List.<Function<ServerSample, Long>>of(ServerSample::getReadBytes, ServerSample::getWriteBytes)) {
            Map<String, Map<Instant, Long>> differences =
                    samples(sqlite, ServerKind.OST).differences(counter);
            assertThat(differences).hasSize(24).allSatisfy((ost, byTime) -> assertThat(byTime)
                    .hasSize(60));
            assertThat(samples(hdf5, ServerKind.OST).differences(counter)).isEqualTo(differences);
            assertThat(samples(h5lmt, ServerKind.OST).differences(counter)).isEqualTo(differences);
        }
    }

    @Test
    void shouldGiveTheSumsOfTheReference() {
        for (SampleRecording source : List.of(sqlite, hdf5, h5lmt)) {
            SampleList osts = samples(source, ServerKind.OST);
            assertThat(perInterval(osts, ServerSample::getReadBytes)).isEqualTo(longs("read_bytes_per_5s"));
            assertThat(perInterval(osts, ServerSample::getWriteBytes)).isEqualTo(longs("write_bytes_per_5s"));
            assertThat(total(osts, ServerSample::getReadBytes))
                    .isEqualTo(reference.get("read_bytes_total").longValue());
            assertThat(total(osts, ServerSample::getWriteBytes))
                    .isEqualTo(reference.get("write_bytes_total").longValue());
            assertThat(osts.all().get(0).getTime()).isEqualTo(START);
            assertThat(osts.all().get(osts.all().size() - 1).getTime()).isEqualTo(END);
        }
    }

    @Test
    void shouldCountTheSameMetadataOperationsUnderLmtsNames() {
        for (SampleRecording source : List.of(sqlite, hdf5, h5lmt)) {
            SampleList mdts = samples(source, ServerKind.MDT);
            assertThat(mdts.all()).hasSize(61);
            Map<String, Long> first = mdts.all().get(0).getMetadataOperations();
            Map<String, Long> last = mdts.all().get(60).getMetadataOperations();
            assertThat(first.keySet()).isEqualTo(last.keySet()).contains("open", "close", "getattr", "statfs");
            for (String operation : first.keySet()) {
                assertThat(last.get(operation) - first.get(operation))
                        .as("%s in %s", operation, source.name())
                        .isEqualTo(reference
                                .at("/mdt_ops_in_5_minutes")
                                .path(operation)
                                .longValue());
            }
        }
        assertThat(samples(hdf5, ServerKind.MDT).all().get(0).getMetadataOperations())
                .containsOnlyKeys(
                        "close",
                        "getattr",
                        "getxattr",
                        "link",
                        "mkdir",
                        "mknod",
                        "open",
                        "rename",
                        "rmdir",
                        "setattr",
                        "statfs",
                        "unlink");
    }

    @Test
    void shouldCallTheMetadataServerByTheNameThatTheFormatHas() {
        assertThat(samples(sqlite, ServerKind.MDT).all())
                .extracting(ServerSample::getServer, ServerSample::getHost)
                .containsOnly(tuple("snx11025-MDT0000", "snx11025n003"));
        assertThat(samples(hdf5, ServerKind.MDT).all())
                .extracting(ServerSample::getServer)
                .containsOnly("snx11025n003");
        assertThat(samples(h5lmt, ServerKind.MDT).all())
                .extracting(ServerSample::getServer)
                .containsOnly("snx11025-MDT0000");
    }

    @Test
    void shouldGiveTheSameGauges() {
        Map<SampleList.SampleKey, ServerSample> osts =
                samples(sqlite, ServerKind.OST).byKey();
        for (ServerSample sample : samples(hdf5, ServerKind.OST).all()) {
            if (sample.getTime().isBefore(END)) {
                ServerSample expected = osts.get(new SampleList.SampleKey(sample.getTime(), sample.getServer()));
                assertThat(sample.getUsedKibibytes()).isEqualTo(expected.getUsedKibibytes());
                assertThat(sample.getFreeKibibytes()).isEqualTo(expected.getFreeKibibytes());
                assertThat(sample.getUsedInodes()).isEqualTo(expected.getUsedInodes());
                assertThat(sample.getFreeInodes()).isEqualTo(expected.getFreeInodes());
            }
        }
        Map<SampleList.SampleKey, Double> loads = new TreeMap<>(
                Comparator.comparing(SampleList.SampleKey::time).thenComparing(SampleList.SampleKey::server));
        samples(sqlite, ServerKind.OSS).byKey().forEach((key, sample) -> loads.put(key, sample.getCpuPercent()));
        for (SampleRecording source : List.of(hdf5, h5lmt)) {
            List<ServerSample> osses = samples(source, ServerKind.OSS).all();
            assertThat(osses).hasSize(source == hdf5 ? 60 * 24 : 61 * 24).allSatisfy(oss -> assertThat(
                            oss.getCpuPercent())
                    .isEqualTo(loads.get(new SampleList.SampleKey(oss.getTime(), oss.getServer()))));
        }
        List<ServerSample> mdts = samples(sqlite, ServerKind.MDT).all();
        for (int i = 0; i < 60; i++) {
            Double load = mdts.get(i).getCpuPercent();
            assertThat(samples(hdf5, ServerKind.MDT).all().get(i).getCpuPercent())
                    .isEqualTo(load);
            assertThat(samples(h5lmt, ServerKind.MDT).all().get(i).getCpuPercent())
                    .isEqualTo(load);
        }
    }

    @Test
    void shouldFindTheSameFileSystemAndAbout3000Samples() {
        for (SampleRecording source : List.of(sqlite, hdf5, h5lmt)) {
            List<ServerSample> all = SampleList.of(source.samples()).all();
            assertThat(source.fileSystems()).containsExactly(CatalogueFileSystem.of("snx11025"));
            assertThat(source.expectedSamples()).hasValue(all.size());
            assertThat(all).isSortedAccordingTo(SampleRecording.ORDER);
        }
    }

    private static SampleList samples(SampleRecording source, ServerKind kind) {
        return SampleList.of(source.samples()).kind(kind);
    }

    private static List<Long> perInterval(SampleList osts, Function<ServerSample, Long> counter) {
        Map<Instant, Long> sums = new TreeMap<>();
        osts.differences(counter)
                .values()
                .forEach(byTime -> byTime.forEach((time, bytes) -> sums.merge(time, bytes, Long::sum)));
        return List.copyOf(sums.values());
    }

    private static long total(SampleList osts, Function<ServerSample, Long> counter) {
        return osts.volumes(counter).values().stream()
                .mapToLong(Long::longValue)
                .sum();
    }

    private List<Long> longs(String field) {
        List<Long> values = new ArrayList<>();
        reference.get(field).forEach(value -> values.add(value.longValue()));
        return values;
    }
}
