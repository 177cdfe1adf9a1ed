package io.barograph.cli.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.barograph.cli.Barograph;
import io.barograph.influxdb.InfluxDbAdmin;
import io.barograph.influxdb.InfluxRow;
import io.barograph.schemas.WeatherMetric;
import io.barograph.stack.HomeFolder;
import io.barograph.stack.LocalStack;
import io.barograph.testing.RecordedData;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Real recordings through real Flink and InfluxDB, against published and reference coverage factors. All on one
 * stack; that the command starts one of its own is what the year of runs is replayed with.
 */
class ReplayIT {
    private static final String DATABASE = "barograph_replay";
    private static final ObjectMapper JSON = new ObjectMapper();

    /** Digits of a number in TOKIO's tables. */
    private static final MathContext TABLE_DIGITS = new MathContext(12);

    @TempDir
    private static Path folder;

    private static LocalStack stack;

    @BeforeAll
    static void start() throws Exception {
        LocalStack.Settings settings =
                new LocalStack.Settings("recordings", Optional.empty(), 4, Duration.ofSeconds(1));
        stack = LocalStack.start(
                settings,
                new HomeFolder(folder),
                new PrintWriter(new StringWriter()),
                EnumSet.of(LocalStack.Server.INFLUXDB));
    }

    @AfterAll
    static void stop() {
        if (stack != null) {
            stack.close();
        }
    }

    private static List<JsonNode> replay(String name, String... arguments) throws Exception {
        Path results = folder.resolve(name);
        List<String> options = new ArrayList<>(List.of("replay", "--as", name, "--export", results.toString()));
        options.addAll(List.of(arguments));
        ReplayCommand command = (ReplayCommand) Barograph.commandLine()
                .parseArgs(options.toArray(String[]::new))
                .subcommand()
                .commandSpec()
                .userObject();
        command.replay(command.material(), stack, Optional.of(stack.influxDb(DATABASE)));
        return lines(results.resolve("job-weather.jsonl"));
    }

    private static List<JsonNode> lines(Path file) throws IOException {
        List<JsonNode> lines = new ArrayList<>();
        for (String line : Files.readAllLines(file)) {
            lines.add(JSON.readTree(line));
        }
        return lines;
    }

    private static JsonNode reference(String file) throws IOException {
        return JSON.readTree(RecordedData.path("reference/" + file).toFile());
    }

    /** Columns of the table of runs that the recording holds the source of: it has no metadata server. */
    private static final Map<String, WeatherMetric> COLUMNS = Map.ofEntries(
            Map.entry("fs_tot_bytes_read", WeatherMetric.SERVER_READ_BYTES),
            Map.entry("fs_tot_bytes_written", WeatherMetric.SERVER_WRITE_BYTES),
            Map.entry("fs_ave_bytes_read_per_sec", WeatherMetric.SERVER_READ_MEAN_BYTES_PER_SECOND),
            Map.entry("fs_min_bytes_read_per_sec", WeatherMetric.SERVER_READ_MIN_BYTES_PER_SECOND),
            Map.entry("fs_max_bytes_read_per_sec", WeatherMetric.SERVER_READ_MAX_BYTES_PER_SECOND),
            Map.entry("fs_ave_bytes_written_per_sec", WeatherMetric.SERVER_WRITE_MEAN_BYTES_PER_SECOND),
            Map.entry("fs_min_bytes_written_per_sec", WeatherMetric.SERVER_WRITE_MIN_BYTES_PER_SECOND),
            Map.entry("fs_max_bytes_written_per_sec", WeatherMetric.SERVER_WRITE_MAX_BYTES_PER_SECOND),
            Map.entry("fs_ave_oss_cpu", WeatherMetric.OSS_CPU_MEAN_MISSING_AS_ZERO_PERCENT),
            Map.entry("fs_max_oss_cpu", WeatherMetric.OSS_CPU_MAX_PERCENT),
            Map.entry("fs_frac_missing", WeatherMetric.MISSING_FRACTION),
            Map.entry("fs_frac_zero_read", WeatherMetric.ZERO_READ_FRACTION),
            Map.entry("fs_frac_zero_written", WeatherMetric.ZERO_WRITE_FRACTION),
            Map.entry("fshealth_ost_count", WeatherMetric.OSTS));

    private static void assertWeatherAsPublished(JsonNode decision) throws IOException {
        String identity = JobYear.identity(decision).replace("snx11025", "scratch1");
        JobYear.Row row = JobYear.rows("edison").stream()
                .filter(each -> each.identity().equals(identity))
                .findFirst()
                .orElseThrow();
        JsonNode metrics = decision.get("metrics");
        COLUMNS.forEach((column, metric) -> {
            assertThat(metrics.has(metric.metricName())).as(column).isTrue();
            assertThat(new BigDecimal(metrics.get(metric.metricName()).asDouble()).round(TABLE_DIGITS))
                    .as(column)
                    .isEqualByComparingTo(new BigDecimal(row.cell(column)).round(TABLE_DIGITS));
        });
        // The table's fullness is of another source, some minutes before.
        assertThat(metrics.get(WeatherMetric.OST_FULLEST_PERCENT.metricName()).asDouble())
                .isCloseTo(row.number("fshealth_ost_most_full_pct"), within(0.1));
        assertThat(metrics.get(WeatherMetric.OST_EMPTIEST_PERCENT.metricName()).asDouble())
                .isCloseTo(row.number("fshealth_ost_least_full_pct"), within(0.1));
        assertThat(metrics.get(WeatherMetric.OST_MEAN_FULL_PERCENT.metricName()).asDouble())
                .isCloseTo(row.number("fshealth_ost_avg_full_pct"), within(0.1));
        assertThat(metrics.has(WeatherMetric.METADATA_OPENS.metricName())).isFalse();
    }

    private static String recording(String relative) {
        return RecordedData.path(relative).toString();
    }

    private static List<InfluxRow> query(String influxQl) throws Exception {
        return new InfluxDbAdmin(stack.influxDb(DATABASE)).query(influxQl);
    }

    @Test
    void shouldGiveThePublishedCoverageFactorsAndTheSameBytesAgain() throws Exception {
        String[] arguments = {
            "--lmt", recording("lmt/raw/snx11025_2018-02-09T0800-1120Z.hdf5"),
            "--tokio-summaries", recording("job-year/edison.csv.gz"),
            "--file-system-map", "scratch1=snx11025"
        };
        List<JsonNode> weather = replay("published", arguments);
        assertThat(weather).hasSizeGreaterThan(6_900);
        for (JsonNode job : reference("lmt-2018-02-09-dev.json").get("real_jobs")) {
            Instant start = Instant.ofEpochSecond(job.get("start_epoch_s").asLong());
            List<JsonNode> decisions = weather.stream()
                    .filter(line ->
                            line.get("jobId").asText().equals(job.get("jobid").asText())
                                    && line.get("startTime").asText().equals(start.toString()))
                    .toList();
            assertThat(decisions).hasSize(1);
            JsonNode decision = decisions.get(0);
            JsonNode expected = job.get("recomputed").get("every_overlapping_interval_recorded");
            assertThat(decision.get("fileSystem").asText()).isEqualTo("snx11025");
            assertThat(decision.get("quality").asText()).isEqualTo("OK");
            assertThat(decision.get("missingFraction").asDouble()).isZero();
            assertThat(decision.get("cfBw").asDouble())
                    .isEqualTo(expected.get("cf_bw").asDouble());
            assertThat(decision.get("cfBwFs").asDouble())
                    .isEqualTo(expected.get("cf_bw").asDouble());
            assertThat(decision.get("cfRead").asDouble())
                    .isEqualTo(expected.get("cf_read").asDouble());
            assertThat(decision.get("cfWrite").asDouble())
                    .isEqualTo(expected.get("cf_write").asDouble());
            // The published totals are rounded to twelve digits.
            assertThat(decision.get("cfBw").asDouble())
                    .isCloseTo(job.get("published_cf_bw").asDouble(), within(5e-12));
            assertWeatherAsPublished(decision);
        }

        replay("published-again", arguments);
        for (String topic :
                List.of("job-weather.jsonl", "server-rates.jsonl", "evidence.jsonl", "dead-letters.jsonl")) {
            assertThat(Files.mismatch(
                            folder.resolve("published").resolve(topic),
                            folder.resolve("published-again").resolve(topic)))
                    .as(topic)
                    .isEqualTo(-1);
        }

        long written = 0;
        for (JsonNode rates : lines(folder.resolve("published").resolve("server-rates.jsonl"))) {
            if (rates.get("span").asText().equals("MINUTE")
                    && !rates.get("data").isNull()) {
                written += rates.get("data")
                        .get("quantities")
                        .get("writeBytes")
                        .get("total")
                        .asLong();
            }
        }
        long expectedBytes = reference("lmt-2018-02-09-dev.json")
                .get("parts")
                .get("dev_0800_1120")
                .get("totals")
                .get("write")
                .get("bytes")
                .asLong();
        assertThat(written).isEqualTo(expectedBytes);
        List<JsonNode> ofTheDay = lines(folder.resolve("published").resolve("evidence.jsonl")).stream()
                .filter(line -> line.get("day").asText().equals("2018-02-09T00:00:00Z"))
                .toList();
        JsonNode evidence = ofTheDay.get(ofTheDay.size() - 1);
        assertThat(evidence.get("serverWriteBytes").asLong()).isEqualTo(expectedBytes);
        assertThat(evidence.get("provisional").asBoolean())
                .as("that the recording ends says nothing of what came after it")
                .isTrue();
        assertThat(query("SELECT write_bytes FROM volumes WHERE replay = 'published' AND span = 'day'")
                        .get(0)
                        .values())
                .containsEntry("write_bytes", expectedBytes);

        List<InfluxRow> stored =
                query("SELECT job_id, cf_bw, quality FROM job_weather WHERE replay = 'published' AND fs = 'snx11025'"
                        + " AND cf_bw >= 0 ORDER BY time");
        assertThat(stored)
                .extracting(row -> row.values().get("cf_bw"))
                .containsExactlyElementsOf(weather.stream()
                        .filter(line -> !line.get("cfBw").isNull())
                        .map(line -> (Object) line.get("cfBw").asDouble())
                        .toList());
        long identities = weather.stream()
                .filter(line -> line.get("revision").asInt() == 1)
                .count();
        assertThat(query("SELECT COUNT(revision) FROM job_weather WHERE replay = 'published'")
                        .get(0)
                        .values()
                        .get("count"))
                .as("runs that end in the same second stay points of their own")
                .isEqualTo(identities);
    }

    @Test
    void shouldGiveTheReferenceCoverageFactorsOfDarshanLogsMovedInTime() throws Exception {
        for (JsonNode job : reference("lmt-2018-02-09-dev.json").get("shifted_jobs")) {
            String file = recordedAs(job.get("log").asText());
            List<JsonNode> weather = replay(
                    "shifted-" + job.get("job").asText(),
                    "--lmt",
                    recording("lmt/raw/snx11025_2018-02-09T0800-1120Z.hdf5"),
                    "--darshan",
                    recording(file),
                    "--darshan-offset",
                    job.get("shift_s").asText(),
                    "--file-system-map",
                    "/=snx11025",
                    "--file-system-map",
                    "/home=snx11025",
                    "--file-system-map",
                    "/scratch1=snx11025");
            List<JsonNode> decisions = weather.stream()
                    .filter(line -> line.get("fileSystem").asText().equals("snx11025")
                            && line.get("revision").asInt() == 1)
                    .toList();
            assertThat(decisions).as(file).hasSize(1);
            JsonNode expected = job.get("all_osts").get("every_overlapping_interval_recorded");
            double cfBw = expected.get("cf_bw").asDouble();
            assertThat(decisions.get(0).get("cfBwFs").asDouble()).as(file).isCloseTo(cfBw, within(1e-9 * cfBw));
        }
    }

    @Test
    void shouldMoveTheBytesOfRecordedMmperfmonReports() throws Exception {
        replay(
                "gpfs",
                "--mmperfmon",
                recording("gpfs/raw/mmperfmon.2019-05-15-mini.tgz"),
                "--mmperfmon-file-system",
                "tlproject2",
                "--lmt-time-zone",
                "America/Los_Angeles");

        long read = 0;
        long written = 0;
        for (JsonNode rates : lines(folder.resolve("gpfs").resolve("server-rates.jsonl"))) {
            if (rates.get("span").asText().equals("HOUR")
                    && rates.get("direction").asText().equals("TOTAL")) {
                read += rates.get("volume").get("readBytes").asLong();
                written += rates.get("volume").get("writeBytes").asLong();
            }
        }
        // Sums of the columns of gpfs/nsd-2019-05-15.csv.gz, an independent reading of the same reports.
        assertThat(read).isEqualTo(242_700_169_583L);
        assertThat(written).isEqualTo(71_218_278_398L);
    }

    /** Where a log of the source repository lies among the recordings. */
    private static String recordedAs(String log) throws IOException {
        for (String line : Files.readAllLines(RecordedData.path("darshan/reference.jsonl"))) {
            JsonNode entry = JSON.readTree(line);
            if (entry.get("log").asText().equals(log)) {
                return "darshan/" + entry.get("file").asText();
            }
        }
        throw new AssertionError("no recording of " + log);
    }

    @Test
    void shouldRefuseWhatIsNoLogAndReadTheNextOneAndTakePastRunsUnderTheNameOfTheirFileSystem() throws Exception {
        Path table = folder.resolve("mira.csv");
        try (BufferedReader rows = new BufferedReader(new InputStreamReader(
                new GZIPInputStream(Files.newInputStream(RecordedData.path("job-year/mira.csv.gz"))),
                StandardCharsets.UTF_8))) {
            Files.write(table, rows.lines().limit(1 + 20).toList());
        }
        Path logs = Files.createDirectories(folder.resolve("logs"));
        Files.writeString(logs.resolve("a-no-log.darshan"), "this is no log");
        Files.write(logs.resolve("b-empty.darshan"), new byte[0]);
        Files.copy(RecordedData.path("darshan/logs/pytokio/sample-goodost.darshan"), logs.resolve("c-sound.darshan"));
        List<JsonNode> all = replay(
                "refused",
                "--lmt",
                recording("lmt/raw/snx11025_2018-01-28.hdf5"),
                "--darshan",
                logs.toString(),
                "--file-system-map",
                "/scratch1=snx11025",
                "--tokio-weather",
                table.toString(),
                "--file-system-map",
                "mira-fs1=mira");
        List<JsonNode> past =
                all.stream().filter(line -> !line.get("collector").isNull()).toList();
        assertThat(past).hasSize(20).allSatisfy(run -> {
            assertThat(run.get("fileSystem").asText()).isEqualTo("mira");
            assertThat(run.get("collector").asText()).isEqualTo("tokio-weather");
        });
        List<JsonNode> weather =
                all.stream().filter(line -> line.get("collector").isNull()).toList();
        // Its servers were missing, so it is decided once more.
        assertThat(weather).extracting(line -> line.get("revision").asInt()).containsExactly(1, 2);
        assertThat(weather)
                .allSatisfy(line -> assertThat(line.get("quality").asText()).isEqualTo("NO_SERVER_DATA"));
        List<JsonNode> letters = lines(folder.resolve("refused").resolve("dead-letters.jsonl"));
        assertThat(letters)
                .extracting(letter ->
                        Path.of(letter.get("origin").asText()).getFileName().toString())
                .containsExactlyInAnyOrder("a-no-log.darshan", "b-empty.darshan");
        assertThat(letters)
                .allSatisfy(letter -> assertThat(letter.get("reason").asText()).contains("darshan_log_open"));
    }
}
