package io.barograph.sources.tokio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import io.barograph.runtime.UnreadableSourceException;
import io.barograph.schemas.AvroCodec;
import io.barograph.schemas.CatalogueFileSystem;
import io.barograph.schemas.DeadLetter;
import io.barograph.schemas.FileSystemCatalogue;
import io.barograph.schemas.JobWeather;
import io.barograph.schemas.Quality;
import io.barograph.schemas.WeatherMetric;
import io.barograph.schemas.WeatherRecordKind;
import io.barograph.schemas.motif.MotifRules;
import io.barograph.testing.RecordedData;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TokioWeatherTest {
    private static final ZoneId LOS_ANGELES = ZoneId.of("America/Los_Angeles");
    private static final double BYTES_PER_MEBIBYTE = 1 << 20;
    private static final double EXACT = 1e-12;

    private final FileSystemCatalogue catalogue = new FileSystemCatalogue(List.of(
            CatalogueFileSystem.of("snx11025", "scratch1"),
            CatalogueFileSystem.of("scratch2"),
            CatalogueFileSystem.of("scratch3"),
            CatalogueFileSystem.of("cscratch"),
            CatalogueFileSystem.of("mira-fs1")));
    private final List<DeadLetter> letters = new ArrayList<>();

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({"edison, 6999, 6, 48", "cori, 11232, 6025, 340", "mira, 2533, 0, 412"})
    void shouldMakeWeatherOfEveryRowWithAFileSystem(String system, int rows, int without, int withoutServers)
            throws IOException {
        List<JobWeather> runs = new ArrayList<>();
        try (TokioWeather table = open(table(system))) {
            table.forEachRemaining(runs::add);

            assertThat(table.withoutFileSystem()).isEqualTo(without);
            assertThat(table.refused()).isZero();
            assertThat(table.unresolved()).isEmpty();
        }
        assertThat(letters).isEmpty();
        assertThat(runs).hasSize(rows - without);
        assertThat(runs.stream().filter(run -> run.getQuality() == Quality.NO_SERVER_DATA))
                .hasSize(withoutServers)
                .allSatisfy(run -> {
                    assertThat(run.getServerReadBytes()).isNull();
                    assertThat(run.getCfBw()).isNull();
                    assertThat(run.getMetrics().keySet())
                            .noneMatch(name -> name.startsWith("server") || name.startsWith("metadata"));
                });
        assertThat(runs).allSatisfy(run -> assertThat(run.getMetrics().keySet())
                .allMatch(name -> WeatherMetric.named(name).isPresent()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"edison", "cori", "mira"})
    void shouldGiveTheCoverageFactorsOfAllRowsAsAnIndependentReadingDoes(String system) throws IOException {
        Map<Long, NamedCsvRecord> rows = rawRows(table(system));
        int implausible = 0;
        for (JobWeather run : read(system)) {
            NamedCsvRecord row = rows.get(line(run));
            double readBytes = number(row, "darshan_tot_bytes_read_posix");
            double writeBytes = number(row, "darshan_tot_bytes_written_posix");
            double serverRead = number(row, "fs_tot_bytes_read");
            double serverWrite = number(row, "fs_tot_bytes_written");
            assertFactor(run.getCfBw(), readBytes + writeBytes, serverRead + serverWrite);
            assertFactor(run.getCfBwFs(), readBytes + writeBytes, serverRead + serverWrite);
            assertFactor(run.getCfRead(), readBytes, serverRead);
            assertFactor(run.getCfWrite(), writeBytes, serverWrite);
            assertFactor(
                    run.getCfIops(),
                    number(row, "darshan_tot_reads_posix") + number(row, "darshan_tot_writes_posix"),
                    number(row, "fs_tot_read_ops") + number(row, "fs_tot_write_ops"));
            assertFactor(
                    run.getCfNodehrs(),
                    number(row, "darshan_nprocs") / 16 * number(row, "darshan_walltime") / 3600,
                    number(row, "jobsdb_concurrent_nodehrs"));
            double factor = (readBytes + writeBytes) / (serverRead + serverWrite);
            boolean above = factor > 1.2 && Double.isFinite(factor);
            assertThat(run.getQuality() == Quality.IMPLAUSIBLE).isEqualTo(above);
            implausible += above ? 1 : 0;
            assertThat(run.getPerformanceBytesPerSecond())
                    .isEqualTo(number(row, "darshan_agg_perf_by_slowest_posix") * BYTES_PER_MEBIBYTE);
            assertThat(metric(run, WeatherMetric.JOB_RUN_SECONDS)).isEqualTo(number(row, "darshan_walltime"));
        }
        assertThat(implausible).isPositive();
    }

    /** Null where the denominator is 0 or absent, else the quotient. */
    private static void assertFactor(Double actual, double job, double all) {
        if (Double.isNaN(job) || Double.isNaN(all) || all == 0) {
            assertThat(actual).isNull();
        } else {
            assertThat(actual).isCloseTo(job / all, within(EXACT * (1 + job / all)));
        }
    }

    @Test
    void shouldReadTheWholeOfARow() throws Exception {
        JobWeather run = read("edison").get(1);

        assertThat(run.getRecordKind()).isEqualTo(WeatherRecordKind.RUN);
        assertThat(run.getJobId()).isEqualTo("3904444");
        assertThat(run.getStartTime()).isEqualTo(Instant.parse("2017-02-14T21:17:37Z"));
        assertThat(run.getEndTime()).isEqualTo(Instant.parse("2017-02-14T21:18:57Z"));
        assertThat(run.getDecidedAt()).isEqualTo(Instant.parse("2017-02-14T21:19:32Z"));
        assertThat(run.getFileSystem()).isEqualTo("snx11025");
        assertThat(run.getSystem()).isEqualTo("edison");
        assertThat(run.getCollector()).isEqualTo("tokio-weather");
        assertThat(run.getSource()).isEqualTo(table("edison") + ":3");
        assertThat(run.getMotif()).isEqualTo("snx11025/dbscan_read/read/shared/-/2048");
        assertThat(run.getApplication()).isEqualTo("dbscan_read");
        assertThat(run.getDirection()).isEqualTo("read");
        assertThat(run.getLayout()).isEqualTo("shared");
        assertThat(run.getPartition()).isNull();
        assertThat(run.getEligible()).isTrue();
        assertThat(run.getServerReadBytes()).isEqualTo(1_678_353_382_100L);
        assertThat(run.getServerWriteBytes()).isEqualTo(3_956_543_391L);
        assertThat(run.getFileSystemReadBytes()).isEqualTo(run.getServerReadBytes());
        assertThat(run.getConcurrentJobs()).isEqualTo(1355);
        assertThat(run.getConcurrentNodes()).isEqualTo(6619);
        assertThat(run.getConcurrentNodeHours()).isEqualTo(151.609722222);
        assertThat(run.getMissingFraction()).isEqualTo(0.00245098039216);
        assertThat(run.getQuality()).isEqualTo(Quality.OK);
        assertThat(metric(run, WeatherMetric.SERVER_READ_MAX_BYTES_PER_SECOND)).isEqualTo(23952044032.0);
        assertThat(metric(run, WeatherMetric.METADATA_OPENS_MIN_PER_SECOND)).isEqualTo(99.4);
        assertThat(metric(run, WeatherMetric.OSS_CPU_MEAN_MISSING_AS_ZERO_PERCENT))
                .isEqualTo(5.7817747402);
        assertThat(run.getMetrics()).doesNotContainKey(WeatherMetric.OSS_CPU_MEAN_PERCENT.metricName());
        assertThat(metric(run, WeatherMetric.OST_FULLEST_PERCENT)).isEqualTo(67.5515730447);
        assertThat(metric(run, WeatherMetric.OST_FULLEST_USED_BYTES)).isEqualTo(61314976304.0 * 1024);
        assertThat(metric(run, WeatherMetric.CAPACITY_AGE_SECONDS)).isEqualTo(1954);
        assertThat(metric(run, WeatherMetric.JOB_RADIUS_MAX)).isEqualTo(8.15264602488);
        assertThat(metric(run, WeatherMetric.METADATA_OPENS_AND_CLOSES)).isEqualTo(49300 + 12958);
        AvroCodec<JobWeather> codec = AvroCodec.of(JobWeather.class);
        assertThat(codec.decode(codec.encode(run))).isEqualTo(run);
    }

    @Test
    void shouldSplitCoriByItsNumberOfProcesses() throws IOException {
        assertThat(read("cori").stream().map(run -> run.getProcesses() + " " + run.getPartition()))
                .containsOnly("4096 knl", "512 haswell");
    }

    @Test
    void shouldAgreeWithThePublishedCaseOfMetadataLoad() throws IOException {
        Map<String, JobWeather> byRun = read("mira").stream()
                .collect(Collectors.toMap(run -> run.getJobId() + "/" + run.getStartTime(), run -> run));
        List<NamedCsvRecord> published = new ArrayList<>();
        try (CsvReader<NamedCsvRecord> rows =
                CsvReader.builder().ofNamedCsvRecord(RecordedData.path("reference/umami_case_b_mira_rows.csv"))) {
            rows.forEach(published::add);
        }

        assertThat(published).hasSize(8).allSatisfy(row -> {
            JobWeather run = byRun.get(
                    row.getField("_jobid") + "/" + Instant.ofEpochSecond((long) number(row, "darshan_start_time")));
            assertThat(run.getMotif()).isEqualTo("mira-fs1/vpicio_uni/write/shared/-/16384");
            assertThat(run.getEndTime().getEpochSecond()).isEqualTo((long) number(row, "darshan_end_time"));
            assertThat(run.getCfBw()).isCloseTo(number(row, "coverage_factor_bw"), within(EXACT));
            assertThat(run.getCfIops()).isCloseTo(number(row, "coverage_factor_ops"), within(EXACT));
            assertThat(run.getPerformanceBytesPerSecond())
                    .isEqualTo(number(row, "darshan_agg_perf_by_slowest_posix") * BYTES_PER_MEBIBYTE);
            assertThat(metric(run, WeatherMetric.METADATA_READDIRS)).isEqualTo(number(row, "fs_tot_readdir_ops"));
            assertThat(metric(run, WeatherMetric.METADATA_OPENS)).isEqualTo(number(row, "fs_tot_open_ops"));
            assertThat(metric(run, WeatherMetric.METADATA_CLOSES)).isEqualTo(number(row, "fs_tot_close_ops"));
            assertThat(metric(run, WeatherMetric.SERVER_READ_OPERATIONS)).isEqualTo(number(row, "fs_tot_read_ops"));
            assertThat(metric(run, WeatherMetric.SERVER_WRITE_OPERATIONS)).isEqualTo(number(row, "fs_tot_write_ops"));
            assertThat(metric(run, WeatherMetric.SERVER_READ_BYTES)).isEqualTo(number(row, "fs_tot_bytes_read"));
            assertThat(metric(run, WeatherMetric.OST_FULLEST_PERCENT))
                    .isCloseTo(100 * number(row, "fshealth_ost_most_full_pct"), within(1e-9));
        });
    }

    /** Edison's scratch1 and Mira, by the reference's filters: whole rows only, and one job of Mira named by its id. */
    @Test
    void shouldAgreeWithTheFractionsOfPeakOfSpring2017() throws IOException {
        Map<String, List<Double>> performance = new TreeMap<>();
        for (String system : List.of("edison", "mira")) {
            Map<Long, NamedCsvRecord> rows = rawRows(table(system));
            for (JobWeather run : read(system)) {
                NamedCsvRecord row = rows.get(line(run));
                LocalDate shown = shownDate(row);
                if (!row.getFields().contains("")
                        && !run.getJobId().equals("1039807")
                        && run.getCfBw() != null
                        && run.getCfBw() < 1.2
                        && !shown.isBefore(LocalDate.of(2017, 2, 14))
                        && shown.isBefore(LocalDate.of(2017, 3, 25))) {
                    performance
                            .computeIfAbsent(run.getMotif(), motif -> new ArrayList<>())
                            .add(run.getPerformanceBytesPerSecond());
                }
            }
        }
        int groups = 0;
        for (JsonNode group : reference("fraction_of_peak_spring2017.json").get("groups")) {
            groups++;
            boolean isMira = group.get("file_system").asText().equals("mira-fs1");
            String motif =
                    (isMira ? "mira-fs1/" : "snx11025/") + group.get("app").asText() + "/"
                            + group.get("mode").asText() + "/"
                            + (group.get("layout").asText().equals("fpp") ? "file-per-process" : "shared")
                            + (isMira ? "/-/16384" : "/-/2048");
            List<Double> runs = performance.remove(motif);
            double peak = Collections.max(runs);
            assertThat(runs).as(motif).hasSize(group.get("jobs").asInt());
            assertThat(peak).isCloseTo(group.get("peak_MiB_s").asDouble() * BYTES_PER_MEBIBYTE, within(1.0));
            assertThat(Collections.min(runs) / peak)
                    .isCloseTo(group.get("fraction_min").asDouble(), within(1e-9));
            assertThat(median(runs) / peak).isCloseTo(group.get("fraction_p50").asDouble(), within(1e-9));
        }
        assertThat(groups).isEqualTo(16);
        assertThat(performance.keySet())
                .as("motifs that the reference does not have")
                .allMatch(motif -> motif.startsWith("scratch2/") || motif.startsWith("scratch3/"));
    }

    @Test
    void shouldFindTheGroupsOfThePublishedCorrelations() throws IOException {
        Map<String, Integer> found = new TreeMap<>();
        for (String system : List.of("edison", "cori", "mira")) {
            Map<Long, NamedCsvRecord> rows = rawRows(table(system));
            for (JobWeather run : read(system)) {
                NamedCsvRecord row = rows.get(line(run));
                LocalDate shown = shownDate(row);
                boolean droppedByReference = row.getFields().contains("")
                        || "haswell".equals(run.getPartition())
                        || number(row, "darshan_total_gibs_posix") <= 1
                        || shown.isBefore(LocalDate.of(2017, 2, 14))
                        || !shown.isBefore(LocalDate.of(2018, 2, 15))
                        || (run.getApplication().equals("hacc_io_write")
                                && run.getLayout().equals("shared"));
                if (!droppedByReference) {
                    found.merge(referenceGroup(run, row), 1, Integer::sum);
                }
            }
        }
        Map<String, Integer> published = new TreeMap<>();
        reference("correlations_dev_rows.json")
                .get("rows_by_platform_benchmark")
                .properties()
                .forEach(group -> published.put(group.getKey(), group.getValue().asInt()));

        assertThat(found).isEqualTo(published).hasSize(40);
        assertThat(found.values().stream().mapToInt(Integer::intValue).sum()).isEqualTo(11_433);
    }

    private static String referenceGroup(JobWeather run, NamedCsvRecord row) {
        String partition = run.getPartition() == null ? "" : "-" + run.getPartition();
        return row.getField("_file_system") + "@" + run.getSystem() + partition + "|" + run.getApplication() + "_"
                + (run.getLayout().equals("shared") ? "shared" : "fpp") + "_" + run.getDirection();
    }

    @Test
    void shouldRefuseMalformedRowsWithFileAndLineAndGoOn() throws IOException {
        List<String> lines = rawLines(table("edison")).toList();
        List<String> header = List.of(lines.get(0).split(",", -1));
        String good = lines.get(2);
        Path table = write(
                "edison-damaged.csv",
                lines.get(0),
                with(header, good, "darshan_nprocs", "0"),
                with(header, good, "darshan_end_time", "1e99"),
                with(header, good, "darshan_end_time", "1487107137000"),
                with(header, good, "darshan_start_time", "1487107138"),
                with(header, good, "fs_tot_bytes_read", "-5"),
                with(header, good, "jobsdb_concurrent_jobs", "many"),
                with(header, good, "jobsdb_concurrent_nodes", "1e10"),
                with(header, good, "darshan_app", ""),
                with(header, good, "darshan_tot_bytes_read_posix", "9223372036854775807"),
                good + ",1",
                good.substring(0, good.lastIndexOf(',')),
                good);

        List<JobWeather> runs = new ArrayList<>();
        try (TokioWeather weather = open(table)) {
            weather.forEachRemaining(runs::add);
            assertThat(weather.refused()).isEqualTo(10);
        }

        // The ninth row is odd, but nothing in it contradicts itself.
        assertThat(runs).hasSize(2);
        assertThat(letters).hasSize(10).allSatisfy(letter -> {
            assertThat(letter.getSource()).isEqualTo("job-weather");
            assertThat(letter.getPayloadBytes()).isPositive();
        });
        assertThat(letters.stream().map(DeadLetter::getOrigin))
                .containsExactly(Stream.of(2, 3, 4, 5, 6, 7, 8, 9, 11, 12)
                        .map(line -> table + ":" + line)
                        .toArray(String[]::new));
        assertThat(letters.stream().map(DeadLetter::getReason).toList())
                .satisfiesExactly(
                        reason -> assertThat(reason).contains("darshan_nprocs = 0"),
                        reason -> assertThat(reason).contains("darshan_end_time = 1e99"),
                        reason -> assertThat(reason).contains("is no time in epoch seconds"),
                        reason -> assertThat(reason).contains("is before darshan_start_time"),
                        reason -> assertThat(reason).contains("fs_tot_bytes_read = \"-5\""),
                        reason -> assertThat(reason).contains("jobsdb_concurrent_jobs = \"many\""),
                        reason -> assertThat(reason).contains("concurrentNodes = 1.0E10 is no number of nodes"),
                        reason -> assertThat(reason).contains("darshan_app is empty"),
                        reason -> assertThat(reason).contains("188 fields, the header has 187"),
                        reason -> assertThat(reason).contains("186 fields, the header has 187"));
    }

    /** As published: the first column has no name; here, too, in another order, for a site that has no more than this. */
    @Test
    void shouldTakeATableOfAnotherSystemThatHasFewerColumnsInAnyOrder() throws IOException {
        List<String> lines = rawLines(table("edison")).toList();
        List<String> header = List.of(lines.get(0).split(",", -1));
        List<String> kept = Stream.concat(Stream.of("fs_tot_open_ops", "row"), TokioWeather.COLUMNS.stream())
                .toList();
        Path table = write(
                "scratch9 2021.csv",
                lines.stream()
                        .map(line -> List.of(line.split(",", -1)))
                        .map(fields -> kept.stream()
                                .map(column -> column.equals("_file_system") && !fields.equals(header)
                                        ? "scratch9"
                                        : fields.get(header.indexOf(column)))
                                .collect(Collectors.joining(",")))
                        .map(line -> line.replace(",row,", ",,"))
                        .toArray(String[]::new));

        JobWeather whole = read("edison").get(0);
        try (TokioWeather weather = open(table)) {
            JobWeather run = weather.next();
            assertThat(run.getFileSystem()).isEqualTo("scratch9");
            assertThat(run.getSystem()).isEqualTo("scratch9");
            assertThat(run.getMotif()).isEqualTo(whole.getMotif().replace("snx11025", "scratch9"));
            assertThat(run.getCfBw()).isEqualTo(whole.getCfBw());
            assertThat(run.getPerformanceBytesPerSecond()).isEqualTo(whole.getPerformanceBytesPerSecond());
            assertThat(run.getCfNodehrs()).isNull();
            assertThat(run.getMetrics())
                    .containsEntry("metadataOpens", metric(whole, WeatherMetric.METADATA_OPENS))
                    .doesNotContainKeys("ostFullestPercent", "concurrentJobs", "serverReadMaxBytesPerSecond");
            assertThat(weather.next().getFileSystem()).isEqualTo("scratch9");
            assertThat(weather.hasNext()).isFalse();
            assertThat(weather.unresolved())
                    .extracting(UnresolvedFileSystem::name)
                    .containsExactly("scratch9");
        }
        assertThat(letters).isEmpty();
    }

    @Test
    void shouldNameTheColumnsThatATableLacks() throws IOException {
        Path table = write("any.csv", "row,_jobid,darshan_app", "1,2,3");

        assertThatThrownBy(() -> open(table))
                .isInstanceOf(UnreadableSourceException.class)
                .hasMessageContaining("any.csv")
                .hasMessageContaining("darshan_biggest_read_api_bytes")
                .hasMessageContaining("summarize_job");
    }

    @Test
    void shouldCountRowsOfFileSystemsThatTheCatalogueLacksAndKeepTheirNames() throws IOException {
        try (TokioWeather weather = new TokioWeather(
                table("mira"),
                new FileSystemCatalogue(List.of(CatalogueFileSystem.of("mira-fs0"))),
                MotifRules.DEFAULT,
                letters::add)) {
            assertThat(weather.next().getFileSystem()).isEqualTo("mira-fs1");
            while (weather.hasNext()) {
                weather.next();
            }
            assertThat(weather.unresolved()).singleElement().satisfies(unknown -> {
                assertThat(unknown.name()).isEqualTo("mira-fs1");
                assertThat(unknown.summaries()).isEqualTo(2533);
                assertThat(unknown.nearest()).contains("mira-fs0");
            });
        }
    }

    private TokioWeather open(Path table) {
        return new TokioWeather(table, catalogue, MotifRules.DEFAULT, letters::add);
    }

    private List<JobWeather> read(String system) throws IOException {
        List<JobWeather> runs = new ArrayList<>();
        try (TokioWeather table = open(table(system))) {
            table.forEachRemaining(runs::add);
        }
        return runs;
    }

    private static Path table(String system) {
        return RecordedData.path("job-year/" + system + ".csv.gz");
    }

    private static long line(JobWeather run) {
        return Long.parseLong(run.getSource().substring(run.getSource().lastIndexOf(':') + 1));
    }

    private static Map<Long, NamedCsvRecord> rawRows(Path table) throws IOException {
        Map<Long, NamedCsvRecord> rows = new HashMap<>();
        try (CsvReader<NamedCsvRecord> reader = CsvReader.builder()
                .ofNamedCsvRecord(new InputStreamReader(
                        new GZIPInputStream(Files.newInputStream(table)), StandardCharsets.UTF_8))) {
            reader.forEach(row -> rows.put(row.getStartingLineNumber(), row));
        }
        return rows;
    }

    private static Stream<String> rawLines(Path table) throws IOException {
        try (GZIPInputStream in = new GZIPInputStream(Files.newInputStream(table))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(Predicate.not(String::isEmpty))
                    .limit(3);
        }
    }

    private static String with(List<String> header, String line, String column, String value) {
        String[] fields = line.split(",", -1);
        fields[header.indexOf(column)] = value;
        return String.join(",", fields);
    }

    private Path write(String name, String... lines) throws IOException {
        return Files.write(folder.resolve(name), List.of(lines));
    }

    /** NaN where the row has none. */
    private static double number(NamedCsvRecord row, String column) {
        String text = row.findField(column).orElse("");
        return text.isEmpty() ? Double.NaN : Double.parseDouble(text);
    }

    /** The reference goes by the column that holds local time, shown on the Los Angeles clock. */
    private static LocalDate shownDate(NamedCsvRecord row) {
        return Instant.ofEpochSecond((long) number(row, "_datetime_start"))
                .atZone(LOS_ANGELES)
                .toLocalDate();
    }

    private static double metric(JobWeather run, WeatherMetric metric) {
        return run.getMetrics().get(metric.metricName());
    }

    private static double median(List<Double> values) {
        List<Double> sorted = values.stream().sorted().toList();
        int middle = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }

    private static JsonNode reference(String file) throws IOException {
        return new ObjectMapper()
                .readTree(RecordedData.path("reference/" + file).toFile());
    }
}
