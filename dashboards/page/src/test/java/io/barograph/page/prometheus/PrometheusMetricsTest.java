package io.barograph.page.prometheus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.barograph.influxdb.InfluxDbConfig;
import io.barograph.page.Samples;
import io.barograph.page.results.CachedQuery;
import io.barograph.page.results.FileSystemSnapshot;
import io.barograph.page.results.PageViewer;
import io.barograph.page.results.RecentResults;
import io.barograph.page.results.SiteSnapshot;
import io.barograph.page.results.WeatherQueries;
import io.barograph.schemas.EventKind;
import io.barograph.schemas.EventState;
import io.barograph.schemas.Verdict;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class PrometheusMetricsTest {
    private static final Path ROOT = Path.of(System.getProperty("barograph.root"));
    private static final Path PROMTOOL = Path.of("/usr/bin/promtool");
    private static final Clock CLOCK = Clock.fixed(Samples.NOW, ZoneOffset.UTC);
    private static final String HOSTILE = "a\"b\\c\nd} 1\n# EOF\n" + "x".repeat(10_000);

    @TempDir
    private Path folder;

    private final RecentResults view = Samples.view();

    private PrometheusMetrics metrics(List<FileSystemSnapshot> fileSystems, MetricsSnapshot others) throws IOException {
        return metrics(fileSystems, others, view);
    }

    private static PrometheusMetrics metrics(
            List<FileSystemSnapshot> fileSystems, MetricsSnapshot others, RecentResults view) throws IOException {
        SiteSnapshot site = new SiteSnapshot(Samples.NOW, fileSystems, "");
        return new PrometheusMetrics(
                new CachedQuery<>(() -> site, site, Duration.ofSeconds(5), CLOCK),
                new CachedQuery<>(() -> others, others, Duration.ofSeconds(5), CLOCK),
                new WeatherQueries(
                        InfluxDbConfig.builder(URI.create("http://127.0.0.1:1"), "barograph")
                                .build(),
                        true),
                view,
                CLOCK);
    }

    private static MetricsSnapshot others(List<MetricsSnapshot.BusyJob> jobs) {
        return new MetricsSnapshot(
                Samples.NOW,
                Map.of("scratch", Samples.NOW.minusSeconds(7)),
                jobs,
                Map.of("scratch", new MetricsSnapshot.Reach(0.8, null)),
                "");
    }

    private static String text(PrometheusMetrics metrics, PageViewer viewer) throws InterruptedException {
        return new String(PrometheusFormat.TEXT.written(metrics.collect(viewer)), StandardCharsets.UTF_8);
    }

    @Test
    void shouldTellWhatIsKnown() throws Exception {
        view.add(Samples.event(EventKind.DEGRADED, EventState.OPENED, 60).build());
        view.add(Samples.verdict(Samples.weather("1", 100).build())
                .setVerdict(Verdict.ANOMALOUS)
                .build());
        String text = text(
                metrics(List.of(Samples.well()), others(List.of(new MetricsSnapshot.BusyJob("scratch", "4711", 0.6)))),
                PageViewer.STAFF);

        assertThat(text.lines())
                .contains(
                        "# TYPE barograph_read_bytes_per_second gauge",
                        "barograph_read_bytes_per_second{fs=\"scratch\"} 1.0E9",
                        "barograph_write_bytes_per_second{fs=\"scratch\"} 2.0E9",
                        "barograph_metadata_operations_per_second{fs=\"scratch\"} 300.0",
                        "barograph_newest_rates_age_seconds{fs=\"scratch\"} 7.0",
                        "barograph_slowdown_ratio{fs=\"scratch\",operation=\"STAT\"} 1.02",
                        "barograph_job_coverage_ratio{fs=\"scratch\",job_id=\"4711\"} 0.6",
                        "barograph_open_events{fs=\"scratch\",kind=\"DEGRADED\",type=\"WRITE\"} 1.0",
                        "barograph_open_events{fs=\"scratch\",kind=\"DEGRADED\",type=\"READ\"} 0.0",
                        "barograph_judged_runs{fs=\"scratch\",verdict=\"ANOMALOUS\"} 1.0",
                        "barograph_evidence_reach_ratio{fs=\"scratch\",of=\"bytes\"} 0.8",
                        "barograph_influxdb_up 1.0");
    }

    /** Neither 0 nor -1 nor NaN: a rule on it has nothing to compare. */
    @Test
    void shouldLeaveOutWhatIsNotKnown() throws Exception {
        FileSystemSnapshot silent =
                new FileSystemSnapshot("scratch", null, Map.of(), null, null, null, Map.of(), List.of());
        MetricsSnapshot unknown = MetricsSnapshot.NOTHING.unknown(Samples.NOW, "InfluxDB does not answer");
        String text = text(metrics(List.of(silent), unknown), PageViewer.STAFF);

        assertThat(text)
                .doesNotContain("_per_second", "slowdown_ratio", "coverage_ratio", "reach_ratio", "age_seconds", "NaN")
                .contains("barograph_influxdb_up 0.0", "barograph_file_systems 1.0");
    }

    @Test
    void shouldLeaveOutEventsAndVerdictsUntilTheirTopicsHaveBeenRead() throws Exception {
        String text = text(metrics(List.of(Samples.well()), others(List.of()), new RecentResults()), PageViewer.STAFF);

        assertThat(text)
                .doesNotContain("barograph_open_events", "barograph_judged_runs{")
                .contains("barograph_topic_up{topic=\"anomalies\"} 0.0");
    }

    @Test
    void shouldNameNoJobToUsers() throws Exception {
        PrometheusMetrics metrics =
                metrics(List.of(Samples.well()), others(List.of(new MetricsSnapshot.BusyJob("scratch", "4711", 0.6))));

        assertThat(text(metrics, PageViewer.user("ada")))
                .contains("barograph_read_bytes_per_second")
                .doesNotContain("4711", "job_id");
    }

    @ParameterizedTest
    @EnumSource(PrometheusFormat.class)
    void shouldKeepItsFormWhateverNamesSay(PrometheusFormat format) throws Exception {
        FileSystemSnapshot hostile = new FileSystemSnapshot(
                HOSTILE, Samples.rates(0, 0.0), Map.of(HOSTILE, 3.0), null, null, null, Map.of(), List.of());
        byte[] written = format.written(
                metrics(List.of(hostile), others(List.of(new MetricsSnapshot.BusyJob(HOSTILE, HOSTILE, 0.6))))
                        .collect(PageViewer.STAFF));
        String text = new String(written, StandardCharsets.UTF_8);
        String label = "[a-z_]+=\"(\\\\.|[^\"\\\\\n])*\"";
        Pattern line = Pattern.compile(
                "# (HELP|TYPE|UNIT) .*|# EOF|[a-z_]+(\\{" + label + "(," + label + ")*\\})? [0-9.E+-]+");

        assertThat(text.lines()).allMatch(each -> line.matcher(each).matches());
        assertThat(text.lines().filter("# EOF"::equals)).hasSize(format == PrometheusFormat.OPEN_METRICS ? 1 : 0);
        assertThat(text.length()).isLessThan(20_000);
        if (format == PrometheusFormat.TEXT) { // promtool reads no other
            check(written);
        }
    }

    @Test
    void shouldHaveABoundHoweverManyJobsAndFileSystemsThereAre() throws Exception {
        List<FileSystemSnapshot> fileSystems = new ArrayList<>();
        List<MetricsSnapshot.BusyJob> jobs = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            Map<String, Double> operations = new TreeMap<>();
            for (int k = 0; k < 100; k++) {
                operations.put("operation" + k, 1.0);
            }
            fileSystems.add(new FileSystemSnapshot(
                    "fs" + i, Samples.rates(0, 0.0), operations, null, null, null, Map.of(), List.of()));
            for (int k = 0; k < 10; k++) {
                jobs.add(new MetricsSnapshot.BusyJob("fs" + i, "job" + k, 0.1));
                jobs.add(new MetricsSnapshot.BusyJob("fs1", "another" + i + "-" + k, 0.1));
            }
        }
        long series = text(metrics(fileSystems, others(jobs)), PageViewer.STAFF)
                .lines()
                .filter(line -> !line.startsWith("#"))
                .count();

        assertThat(series).isBetween(1_000L, 4_000L);
        assertThat(text(metrics(fileSystems, others(jobs)), PageViewer.STAFF))
                .contains("barograph_file_systems 1000.0");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "application/openmetrics-text; OPEN_METRICS",
                "text/plain; TEXT",
                "*/*; TEXT",
                "image/png; TEXT",
            })
    void shouldAnswerInTheFormatThatIsAskedFor(String accepted, PrometheusFormat format) {
        assertThat(PrometheusFormat.accepted(List.of(accepted))).isEqualTo(format);
        assertThat(PrometheusFormat.accepted(List.of())).isEqualTo(PrometheusFormat.TEXT);
    }

    @Test
    void shouldPassTheChecksOfPrometheus() throws Exception {
        view.add(Samples.event(EventKind.CONTENTION, EventState.OPENED, 60).build());
        check(PrometheusFormat.TEXT.written(
                metrics(List.of(Samples.well()), others(List.of(new MetricsSnapshot.BusyJob("scratch", "4711", 0.6))))
                        .collect(PageViewer.STAFF)));
    }

    @Test
    void shouldShipRulesThatPrometheusTakesAndThatNameItsMetrics() throws Exception {
        Path rules = ROOT.resolve("dashboards/prometheus/rules.yml");
        List<String> names = Arrays.stream(PrometheusMetric.values())
                .map(PrometheusMetricsTest::sampleName)
                .toList();
        Pattern name = Pattern.compile("(?<![:a-z_])barograph_[a-z_]+");

        assertThat(name.matcher(Files.readString(rules)).results().map(match -> match.group()))
                .isNotEmpty()
                .isSubsetOf(names);
        run(List.of(promtool(), "check", "rules", rules.toString()), new byte[0]);
    }

    private static String sampleName(PrometheusMetric metric) {
        return metric.counter ? metric.baseName + "_total" : metric.baseName;
    }

    /** The table of the docs. */
    @Test
    void shouldBeDocumentedAsItIs() throws IOException {
        String expected = Arrays.stream(PrometheusMetric.values())
                .map(metric -> String.format(
                        "| `%s` | %s | %s |",
                        sampleName(metric),
                        metric.labels.isEmpty() ? "" : "`" + String.join("`, `", metric.labels) + "`",
                        metric.help))
                .collect(Collectors.joining("\n"));

        assertThat(Files.readString(ROOT.resolve("docs/prometheus.md"))).contains(expected);
    }

    private void check(byte[] metrics) throws Exception {
        run(List.of(promtool(), "check", "metrics"), metrics);
    }

    private static String promtool() {
        if (!Boolean.parseBoolean(System.getenv("CI"))) {
            assumeThat(PROMTOOL).as("promtool, of Debian's package prometheus").exists();
        }
        return PROMTOOL.toString();
    }

    private void run(List<String> command, byte[] input) throws Exception {
        Path in = Files.write(folder.resolve("input"), input);
        Path out = folder.resolve("output");
        int status = new ProcessBuilder(command)
                .redirectInput(in.toFile())
                .redirectErrorStream(true)
                .redirectOutput(out.toFile())
                .start()
                .waitFor();

        assertThat(status).as(Files.readString(out)).isZero();
    }
}
