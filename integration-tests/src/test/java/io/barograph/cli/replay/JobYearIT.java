package io.barograph.cli.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.barograph.cli.Barograph;
import io.barograph.cli.replay.JobYear.Row;
import io.barograph.influxdb.InfluxDbAdmin;
import io.barograph.influxdb.InfluxDbConfig;
import io.barograph.schemas.WeatherMetric;
import io.barograph.schemas.WeatherMetric.Good;
import io.barograph.testing.InfluxdServer;
import io.barograph.testing.RecordedData;
import io.barograph.verdicts.climate.ClimateQuartile;
import io.barograph.verdicts.climate.SortedValues;
import io.barograph.verdicts.correlation.CoMoments;
import io.barograph.verdicts.correlation.CorrelationCoefficient;
import io.barograph.verdicts.correlation.RankCorrelation;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.xml.parsers.DocumentBuilderFactory;
import org.apache.commons.math3.stat.correlation.PearsonsCorrelation;
import org.apache.commons.math3.stat.correlation.SpearmansCorrelation;
import org.apache.commons.math3.stat.descriptive.rank.Percentile;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

/**
 * The year of benchmark runs on Edison, Cori and Mira through the real replay, beside the reference values: the published
 * tables' definitions, computed from the same rows by other code.
 *
 * <p>Where definitions differ: the reference knows the best run of the whole year, a verdict the best so far; it takes a
 * run without server data as one without traffic, here its server metrics are not known; it ranks a value against all
 * runs of a window, a verdict against the earlier ones of 90 days; it holds the fullness of Mira as a fraction beside
 * the percentages of the others.
 */
class JobYearIT {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final List<String> SYSTEMS = List.of("edison", "cori", "mira");

    /** Columns of the reference and the metrics that they are; of coverage factors see {@link #FACTORS}. */
    private static final Map<String, WeatherMetric> COLUMNS = new TreeMap<>();

    private static final Map<String, WeatherMetric> FACTORS = Map.of(
            "bw", WeatherMetric.CF_BW,
            "opens", WeatherMetric.CF_OPENS,
            "stats", WeatherMetric.CF_STATS,
            "ops", WeatherMetric.CF_IOPS,
            "nodehrs", WeatherMetric.CF_NODEHRS);

    static {
        COLUMNS.put("fs_tot_bytes_read", WeatherMetric.SERVER_READ_BYTES);
        COLUMNS.put("fs_tot_bytes_written", WeatherMetric.SERVER_WRITE_BYTES);
        COLUMNS.put("fs_tot_open_ops", WeatherMetric.METADATA_OPENS);
        COLUMNS.put("fs_tot_close_ops", WeatherMetric.METADATA_CLOSES);
        COLUMNS.put("fs_tot_getattr_ops", WeatherMetric.METADATA_GETATTRS);
        COLUMNS.put("fs_tot_readdir_ops", WeatherMetric.METADATA_READDIRS);
        COLUMNS.put("fs_tot_read_ops", WeatherMetric.SERVER_READ_OPERATIONS);
        COLUMNS.put("fs_tot_write_ops", WeatherMetric.SERVER_WRITE_OPERATIONS);
        COLUMNS.put("fs_max_open_ops_per_sec", WeatherMetric.METADATA_OPENS_MAX_PER_SECOND);
        COLUMNS.put("fs_ave_oss_cpu", WeatherMetric.OSS_CPU_MEAN_MISSING_AS_ZERO_PERCENT);
        COLUMNS.put("fs_max_oss_cpu", WeatherMetric.OSS_CPU_MAX_PERCENT);
        COLUMNS.put("fs_ave_mds_cpu", WeatherMetric.MDS_CPU_MEAN_MISSING_AS_ZERO_PERCENT);
        COLUMNS.put("fs_max_mds_cpu", WeatherMetric.MDS_CPU_MAX_PERCENT);
        COLUMNS.put("fshealth_ost_most_full_pct", WeatherMetric.OST_FULLEST_PERCENT);
        COLUMNS.put("fshealth_ost_avg_full_pct", WeatherMetric.OST_MEAN_FULL_PERCENT);
        COLUMNS.put("fshealth_ost_overloaded_oss_count", WeatherMetric.OVERLOADED_OSS);
        COLUMNS.put("jobsdb_concurrent_jobs", WeatherMetric.CONCURRENT_JOBS);
        COLUMNS.put("jobsdb_concurrent_nodes", WeatherMetric.CONCURRENT_NODES);
        COLUMNS.put("jobsdb_concurrent_nodehrs", WeatherMetric.CONCURRENT_NODE_HOURS);
        COLUMNS.put("topology_job_avg_radius", WeatherMetric.JOB_RADIUS_MEAN);
        COLUMNS.put("topology_job_max_radius", WeatherMetric.JOB_RADIUS_MAX);
        COLUMNS.put("darshan_tot_f_meta_time_posix", WeatherMetric.JOB_METADATA_SECONDS);
        COLUMNS.put("darshan_walltime", WeatherMetric.JOB_RUN_SECONDS);
    }

    /** The published figure's own filter leaves this job of Mira out by its id, without a reason. */
    private static final String NOT_IN_SPRING_2017 = "1039807";

    /** Fields that the export of a verdict, and of one of its suspects, must have by these names. */
    private static final List<String> RUN_FIELDS = List.of(
            "kind",
            "jobId",
            "startTime",
            "executable",
            "fileSystem",
            "motif",
            "performance",
            "fractionOfPeak",
            "quartile",
            "percentile",
            "robustZ",
            "climateSize",
            "anomalous",
            "suspects",
            "exonerated",
            "usualPerformance",
            "loss",
            "findings",
            "unexplained",
            "sentence");

    private static final List<String> SUSPECT_FIELDS = List.of("metric", "value", "quartile", "spearman");
    private static final List<String> SHIFT_FIELDS = List.of("kind", "motif", "onset", "end", "ratio", "metrics");

    @TempDir
    private static Path folder;

    private static final Map<String, JsonNode> WEATHER = new HashMap<>();
    private static final Map<String, JsonNode> VERDICTS = new HashMap<>();
    private static final List<JsonNode> SHIFTS = new ArrayList<>();
    private static final List<JsonNode> CORRELATIONS = new ArrayList<>();

    private static InfluxdServer influxdb;

    @BeforeAll
    static void replay() throws Exception {
        System.setProperty("barograph.home", folder.toString());
        influxdb = InfluxdServer.start(Files.createDirectory(folder.resolve("influxdb")), false);
        List<String> command = new ArrayList<>(List.of(
                "replay",
                "--as",
                "year",
                "--influx-url",
                influxdb.url().toString(),
                "--export",
                folder.resolve("year").toString()));
        for (String system : SYSTEMS) {
            command.add("--tokio-weather");
            command.add(RecordedData.path("job-year/" + system + ".csv.gz").toString());
        }
        StringWriter said = new StringWriter();
        assertThat(Barograph.commandLine().setOut(new PrintWriter(said)).execute(command.toArray(String[]::new)))
                .isZero();
        assertThat(said.toString())
                .as("what was started")
                .contains("Starting Flink")
                .doesNotContain("Starting Kafka", "Starting InfluxDB");
        for (String line : Files.readAllLines(folder.resolve("year/job-weather.jsonl"))) {
            JsonNode weather = JSON.readTree(line);
            WEATHER.put(JobYear.identity(weather), weather);
        }
        for (String line : Files.readAllLines(folder.resolve("year/anomalies.jsonl"))) {
            JsonNode anomaly = JSON.readTree(line);
            switch (anomaly.get("kind").asText()) {
                case "RUN" -> VERDICTS.put(JobYear.identity(anomaly), anomaly);
                case "CLIMATE_SHIFT" -> SHIFTS.add(anomaly);
                default -> CORRELATIONS.add(anomaly);
            }
        }
    }

    @AfterAll
    static void stop() throws Exception {
        if (influxdb != null) {
            influxdb.stop();
        }
    }

    private static JsonNode reference(String file) throws IOException {
        return JSON.readTree(RecordedData.path("reference/" + file).toFile());
    }

    private static double metric(JsonNode weather, WeatherMetric metric) {
        JsonNode value = weather.get("metrics").get(metric.metricName());
        return value == null ? Double.NaN : value.asDouble();
    }

    private static boolean hasServerData(JsonNode weather) {
        return !weather.get("quality").asText().equals("NO_SERVER_DATA");
    }

    /** A row that the reference correlates, with what came out of it. */
    private record Compared(Row row, JsonNode weather, double fractionOfPeak) {
        double value(WeatherMetric metric) {
            return metric(weather, metric);
        }

        /** A row without server data counts with what it holds: 0, mostly. */
        double value(String column) {
            boolean isOfServers = column.startsWith("fs_");
            return isOfServers && !hasServerData(weather) ? row.number(column) : value(COLUMNS.get(column));
        }

        String platform() {
            String system = row.system().equals("cori") ? "cori-knl" : row.system();
            return row.cell("_file_system") + "@" + system;
        }
    }

    /** The filters of the reference, in its order; the motif is the one that was exported. */
    private static List<Compared> compared() throws IOException {
        List<Row> complete = new ArrayList<>();
        for (String system : SYSTEMS) {
            complete.addAll(JobYear.completeRows(system));
        }
        Map<String, Double> peaks = new HashMap<>();
        for (Row row : complete) {
            peaks.merge(
                    WEATHER.get(row.identity()).get("motif").asText(),
                    row.number("darshan_agg_perf_by_slowest_posix"),
                    Math::max);
        }
        List<Compared> compared = new ArrayList<>();
        for (Row row : complete) {
            JsonNode weather = WEATHER.get(row.identity());
            String motif = weather.get("motif").asText();
            boolean isHaccSharedWrite = motif.contains("/hacc_io_write/write/shared/");
            if (row.isCorrelated() && !isHaccSharedWrite && !row.isCoriHaswell()) {
                double fraction =
                        metric(weather, WeatherMetric.PERFORMANCE_BYTES_PER_SECOND) / (peaks.get(motif) * (1 << 20));
                compared.add(new Compared(row, weather, fraction));
            }
        }
        return compared;
    }

    private static void assertEqual(
            JsonNode expected, List<Compared> rows, ToDoubleFunction<Compared> value, String what) {
        CoMoments moments = new CoMoments();
        for (Compared row : rows) {
            double number = value.applyAsDouble(row);
            if (!Double.isNaN(number)) {
                moments.add(number, row.fractionOfPeak());
            }
        }
        CorrelationCoefficient actual = moments.pearson();
        assertThat(actual.pairs()).as(what).isEqualTo(expected.get("n").asInt());
        assertThat(actual.coefficient()).as(what).isCloseTo(expected.get("r").asDouble(), within(1e-9));
        double p = expected.get("p").asDouble();
        assertThat(actual.p()).as(what).isCloseTo(p, within(1e-6 * p + 1e-300));
    }

    private static double plausible(double coverage) {
        return coverage > 1.2 ? Double.NaN : coverage;
    }

    /** Each correlation of the reference that is of a weather metric; returns how many there were. */
    private static int assertCorrelations(JsonNode expected, List<Compared> rows, String where) {
        int compared = 0;
        for (Map.Entry<String, JsonNode> entry : expected.properties()) {
            String column = entry.getKey();
            String factor = column.substring(column.lastIndexOf('_') + 1);
            if (COLUMNS.containsKey(column)) {
                assertEqual(entry.getValue(), rows, row -> row.value(column), where + " " + column);
                compared++;
            } else if (column.startsWith("coverage_factor_")) {
                boolean isBandwidth = factor.equals("bw");
                assertEqual(
                        entry.getValue(),
                        rows,
                        row -> isBandwidth ? plausible(row.value(FACTORS.get(factor))) : row.value(FACTORS.get(factor)),
                        where + " " + column);
                compared++;
            } else if (column.startsWith("contention_")) {
                assertEqual(entry.getValue(), rows, row -> 1 - row.value(FACTORS.get(factor)), where + " " + column);
                compared++;
            }
        }
        return compared;
    }

    @Test
    void shouldGiveTheReferenceCorrelationsOfEachPlatform() throws IOException {
        List<Compared> rows = compared();
        JsonNode expected = reference("correlations_dev_rows.json");
        assertThat(rows).hasSize(expected.get("rows").asInt());
        for (Map.Entry<String, JsonNode> platform : expected.get("by_platform").properties()) {
            List<Compared> ofPlatform = rows.stream()
                    .filter(row -> row.platform().equals(platform.getKey()))
                    .toList();
            assertThat(ofPlatform)
                    .hasSize(expected.get("rows_by_platform")
                            .get(platform.getKey())
                            .asInt());
            assertThat(assertCorrelations(platform.getValue(), ofPlatform, platform.getKey()))
                    .isGreaterThanOrEqualTo(15);
        }
    }

    @Test
    void shouldGiveTheReferenceCorrelationsOfAllPlatforms() throws IOException {
        List<Compared> rows = compared();
        JsonNode expected = reference("correlations_dev_rows.json").get("global");
        ObjectNode comparable = expected.deepCopy();
        // Mira's fullness is a fraction there, and a percentage here.
        comparable.remove(List.of("fshealth_ost_most_full_pct", "fshealth_ost_avg_full_pct"));

        assertThat(assertCorrelations(comparable, rows, "global")).isGreaterThanOrEqualTo(25);
    }

    @Test
    void shouldGiveThePublishedTableOfCori() throws IOException {
        List<Compared> rows = compared();
        for (Map.Entry<String, JsonNode> benchmark :
                reference("correlations_dev_rows.json").get("cug18_cori_table").properties()) {
            String motif = benchmark
                    .getKey()
                    .replaceAll("^(.*)_(fpp|shared)_(read|write)$", "cscratch/$1/$3/$2/knl/4096")
                    .replace("/fpp/", "/file-per-process/");
            List<Compared> ofMotif = rows.stream()
                    .filter(row -> row.weather().get("motif").asText().equals(motif))
                    .toList();
            assertThat(ofMotif).as(motif).hasSize(benchmark.getValue().get("n").asInt());
            assertThat(assertCorrelations(benchmark.getValue().get("corr"), ofMotif, motif))
                    .isEqualTo(benchmark.getValue().get("corr").size());
        }
    }

    @Test
    void shouldGiveTheReferenceFractionsOfPeakOfSpring2017() throws IOException {
        long first = Instant.parse("2017-02-14T08:00:00Z").getEpochSecond();
        long behindLast = Instant.parse("2017-03-25T07:00:00Z").getEpochSecond();
        Map<String, List<Double>> performances = new HashMap<>();
        for (String system : List.of("edison", "mira")) {
            for (Row row : JobYear.completeRows(system)) {
                double shown = row.number("_datetime_start");
                JsonNode weather = WEATHER.get(row.identity());
                if (weather != null
                        && !weather.get("jobId").asText().equals(NOT_IN_SPRING_2017)
                        && shown >= first
                        && shown < behindLast
                        && metric(weather, WeatherMetric.CF_BW) < 1.2) {
                    performances
                            .computeIfAbsent(weather.get("motif").asText(), motif -> new ArrayList<>())
                            .add(metric(weather, WeatherMetric.PERFORMANCE_BYTES_PER_SECOND));
                }
            }
        }
        for (JsonNode group : reference("fraction_of_peak_spring2017.json").get("groups")) {
            String motif = String.join(
                    "/",
                    group.get("file_system").asText(),
                    group.get("app").asText(),
                    group.get("mode").asText(),
                    group.get("layout").asText().equals("fpp") ? "file-per-process" : "shared",
                    "-",
                    group.get("file_system").asText().equals("mira-fs1") ? "16384" : "2048");
            List<Double> ofGroup = performances.get(motif);
            assertThat(ofGroup).as(motif).hasSize(group.get("jobs").asInt());
            double peak =
                    ofGroup.stream().mapToDouble(Double::doubleValue).max().orElseThrow();
            assertThat(peak / (1 << 20)).isCloseTo(group.get("peak_MiB_s").asDouble(), within(1e-6));
            double[] fractions =
                    ofGroup.stream().mapToDouble(value -> value / peak).toArray();
            Percentile percentile = new Percentile().withEstimationType(Percentile.EstimationType.R_7);
            for (int percent : new int[] {5, 25, 50, 75, 95}) {
                assertThat(percentile.evaluate(fractions, percent))
                        .as("%s %d %%", motif, percent)
                        .isCloseTo(
                                group.get(String.format("fraction_p%02d", percent))
                                        .asDouble(),
                                within(1e-9));
            }
        }
    }

    @Test
    void shouldMeasureEachRunByTheBestSoFarOfItsMotif() {
        Map<String, List<JsonNode>> motifs =
                verdictsByMotif(verdict -> !verdict.get("performance").isNull());
        assertThat(motifs).hasSizeGreaterThan(40);
        motifs.values().forEach(verdicts -> {
            double peak = 0;
            for (JsonNode verdict : verdicts) {
                double performance = verdict.get("performance").asDouble();
                peak = Math.max(peak, performance);
                assertThat(verdict.get("fractionOfPeak").asDouble()).isEqualTo(performance / peak);
            }
        });
    }

    private static Map<String, List<JsonNode>> verdictsByMotif(Predicate<JsonNode> which) {
        Map<String, List<JsonNode>> motifs = new TreeMap<>();
        VERDICTS.values().stream()
                .filter(which)
                .sorted(Comparator.comparing(
                                (JsonNode verdict) -> verdict.get("endTime").asText())
                        .thenComparing(JobYear::identity))
                .forEach(verdict -> motifs.computeIfAbsent(verdict.get("motif").asText(), motif -> new ArrayList<>())
                        .add(verdict));
        return motifs;
    }

    /** Read from the rule's words, not from its code. */
    @Test
    void shouldJudgeAsTheRuleReadsWordForWord() {
        int judged = 0;
        int flagged = 0;
        int belowHalf = 0;
        int flaggedBelowHalf = 0;
        for (List<JsonNode> verdicts :
                verdictsByMotif(verdict -> !verdict.get("performance").isNull()).values()) {
            for (int i = 0; i < verdicts.size(); i++) {
                JsonNode verdict = verdicts.get(i);
                Instant since = Instant.parse(verdict.get("endTime").asText()).minus(Duration.ofDays(90));
                double[] climate = verdicts.subList(0, i).stream()
                        .filter(run ->
                                !Instant.parse(run.get("endTime").asText()).isBefore(since))
                        .mapToDouble(run -> run.get("performance").asDouble())
                        .toArray();
                assertThat(verdict.get("climateSize").asInt()).isEqualTo(climate.length);
                if (climate.length < 10) {
                    assertThat(verdict.get("verdict").asText()).isEqualTo("TOO_EARLY");
                    continue;
                }
                judged++;
                Percentile percentile = new Percentile().withEstimationType(Percentile.EstimationType.R_7);
                double value = verdict.get("performance").asDouble();
                double limit = climate.length < 20 ? 4.5 : 3.5;
                double[] logs = Arrays.stream(climate).map(Math::log).toArray();
                double m = percentile.evaluate(logs, 50);
                double lowest = m - limit * upperDeviation(logs, m);
                double[] healthy =
                        Arrays.stream(logs).filter(log -> log >= lowest).toArray();
                double usual = percentile.evaluate(healthy, 50);
                double z = (Math.log(value) - usual) / upperDeviation(healthy, usual);
                boolean anomalous = z <= -limit && value <= 0.75 * Math.exp(usual);
                assertThat(verdict.get("robustZ").asDouble()).isCloseTo(z, within(1e-9));
                assertThat(verdict.get("anomalous").asBoolean()).isEqualTo(anomalous);
                assertThat(Math.log(verdict.get("usualPerformance").asDouble())).isCloseTo(usual, within(1e-9));
                int quartile = value > percentile.evaluate(climate, 75)
                        ? 1
                        : value > percentile.evaluate(climate, 50)
                                ? 2
                                : value > percentile.evaluate(climate, 25) ? 3 : 4;
                assertThat(verdict.get("quartile").asInt()).isEqualTo(quartile);
                flagged += anomalous ? 1 : 0;
                if (value < 0.5 * percentile.evaluate(climate, 50)) {
                    belowHalf++;
                    flaggedBelowHalf += anomalous ? 1 : 0;
                }
            }
        }
        assertThat(judged).isEqualTo(14_210);
        assertThat(flagged).isEqualTo(1_617);
        assertThat((double) flaggedBelowHalf / belowHalf)
                .as("of %d runs below half of their motif's median", belowHalf)
                .isGreaterThanOrEqualTo(0.9);
    }

    private static double upperDeviation(double[] logs, double m) {
        double[] above =
                Arrays.stream(logs).filter(log -> log > m).map(log -> log - m).toArray();
        double median = above.length == 0
                ? 0
                : new Percentile()
                        .withEstimationType(Percentile.EstimationType.R_7)
                        .evaluate(above, 50);
        return Math.max(0.03, 1.4826 * median);
    }

    /** What is known of the weather and of the runs before says more of a run than its motif's last run does. */
    @Test
    void shouldExplainMoreThanPersistenceDoes() throws IOException {
        for (String system : SYSTEMS) {
            List<JsonNode> verdicts = JobYear.rows(system).stream()
                    .map(row -> VERDICTS.get(row.identity()))
                    .filter(Objects::nonNull)
                    .toList();
            ForwardPrediction prediction = ForwardPrediction.of(verdicts);
            System.out.printf(
                    "%s: R^2 of the explanation %.3f, of the measured weather alone %.3f, of persistence %.3f, gain at"
                            + " least %.3f%n",
                    system,
                    prediction.byExplanation(),
                    prediction.byWeatherAlone(),
                    prediction.byPersistence(),
                    prediction.leastGain());
            assertThat(prediction.byExplanation()).as(system).isPositive();
            assertThat(prediction.byWeatherAlone()).as(system).isPositive();
            assertThat(prediction.leastGain()).as(system).isPositive();
        }
    }

    /** Shares add up, no run that lost nothing is blamed on anybody, and an explanation is never a certainty. */
    @Test
    void shouldExplainEachJudgedRunByAdditiveShares() {
        assertThat(VERDICTS.values())
                .filteredOn(verdict -> !verdict.get("loss").isNull())
                .hasSize(14_210)
                .allSatisfy(verdict -> {
                    double sum = verdict.get("unexplained").asDouble();
                    for (JsonNode finding : verdict.get("findings")) {
                        sum += finding.get("share").asDouble();
                        assertThat(finding.get("confidence").asDouble()).isBetween(0.0, 0.99);
                    }
                    assertThat(sum).isCloseTo(verdict.get("loss").asDouble(), within(1e-9));
                    if (!verdict.get("anomalous").asBoolean()) {
                        assertThat(verdict.get("sentence").asText()).doesNotContain("is the cause", "has a part in it");
                    }
                });
    }

    @Test
    void shouldGiveTheReferenceQuartilesAndCorrelationsOfThePoorWriteOnMira() throws IOException {
        JsonNode expected = reference("umami_case_b_mira.json");
        List<JsonNode> runs = new ArrayList<>();
        for (JsonNode row : expected.get("rows")) {
            Instant start = Instant.ofEpochSecond(row.get("darshan_start_time").asLong());
            runs.add(WEATHER.values().stream()
                    .filter(weather -> weather.get("startTime").asText().equals(start.toString())
                            && weather.get("motif").asText().startsWith("mira-fs1/vpicio_uni/"))
                    .findFirst()
                    .orElseThrow());
        }
        assertThat(runs).hasSize(8);
        double[] performance = column(runs, WeatherMetric.PERFORMANCE_BYTES_PER_SECOND);
        Map<String, WeatherMetric> names = new TreeMap<>(COLUMNS);
        names.put("coverage_factor_bw", WeatherMetric.CF_BW);
        names.put("coverage_factor_ops", WeatherMetric.CF_IOPS);
        int compared = 0;
        for (Map.Entry<String, JsonNode> entry :
                expected.get("correlation_with_performance").properties()) {
            JsonNode correlation = entry.getValue();
            if (!correlation.isNull()) {
                double[] values = column(runs, names.get(entry.getKey()));
                CoMoments moments = new CoMoments();
                for (int i = 0; i < values.length; i++) {
                    moments.add(values[i], performance[i]);
                }
                assertCorrelation(correlation, "pearson_r", "pearson_p", moments.pearson());
                assertCorrelation(
                        correlation, "spearman_rho", "spearman_p", new RankCorrelation(performance).with(values));
                compared++;
            }
        }
        assertThat(compared).isEqualTo(11);
        names.put("darshan_agg_perf_by_slowest_posix", WeatherMetric.PERFORMANCE_BYTES_PER_SECOND);
        for (Map.Entry<String, JsonNode> entry : expected.get("metrics").properties()) {
            assertBox(entry.getValue(), names.get(entry.getKey()), column(runs, names.get(entry.getKey())));
        }
        assertThat(expected.get("metrics")).hasSize(4);
    }

    /** The last run's value, and its quartile among the others. */
    private static void assertBox(JsonNode expected, WeatherMetric metric, double[] values) {
        double unit = metric == WeatherMetric.PERFORMANCE_BYTES_PER_SECOND ? 1 << 20 : 1;
        double value = values[values.length - 1];
        SortedValues others = SortedValues.of(Arrays.copyOf(values, values.length - 1));
        assertThat(value / unit)
                .as(metric.metricName())
                .isCloseTo(expected.get("value").asDouble(), within(1e-9));
        JsonNode box = expected.get("box_excluding_job");
        for (int percent : new int[] {5, 25, 50, 75, 95}) {
            assertThat(others.quantile(percent / 100.0) / unit)
                    .as("%s %d %%", metric.metricName(), percent)
                    .isCloseTo(box.get(String.format("p%02d", percent)).asDouble(), within(1e-9));
        }
        assertThat(metric.good() == Good.HIGH)
                .isEqualTo(expected.get("big_is_good").asBoolean());
        int quartile = ClimateQuartile.of(value, others, metric.good());
        assertThat(List.of("best", "third", "second", "worst").get(quartile - 1))
                .as(metric.metricName())
                .isEqualTo(expected.get("quartile_excluding_job").asText());
    }

    private static double[] column(List<JsonNode> runs, WeatherMetric metric) {
        return runs.stream().mapToDouble(run -> metric(run, metric)).toArray();
    }

    private static void assertCorrelation(
            JsonNode expected, String coefficient, String p, CorrelationCoefficient actual) {
        assertThat(actual.coefficient()).isCloseTo(expected.get(coefficient).asDouble(), within(1e-9));
        assertThat(actual.p()).isCloseTo(expected.get(p).asDouble(), within(1e-9));
    }

    @Test
    void shouldHoldTheWholePictureOfThePoorWriteOnMira() {
        JsonNode poor = VERDICTS.values().stream()
                .filter(verdict -> verdict.get("jobId").asText().equals("1044002")
                        && verdict.get("executable").asText().endsWith("vpicio_uni"))
                .findFirst()
                .orElseThrow();

        assertThat(poor.get("anomalous").asBoolean()).as("23 %% below usual").isFalse();
        assertThat(poor.get("quartile").asInt()).isEqualTo(4);
        assertThat(poor.get("likelyCause").asText()).isEqualTo("METADATA_LOAD");
        assertThat(poor.get("suspects").get(0).get("metric").asText()).isEqualTo("metadataReaddirs");
        assertThat(poor.get("exonerated").findValuesAsText("metric"))
                .contains("cfBw")
                .doesNotContain("metadataReaddirs");
        assertThat(poor.get("sentence").asText())
                .startsWith(
                        "Among the slowest quarter of its runs, but no anomaly: 14.2 GB/s instead of 18.4 GB/s (11 runs).")
                .contains("Metadata load was high: directory reads 7.23/s (usually 0.205/s); ")
                .contains("Not the cause: reads of others, writes of others");
        assertThat(poor.get("historyTimes")).hasSize(11);
        assertThat(poor.get("panel").findValuesAsText("metric"))
                .startsWith("performanceBytesPerSecond", "cfBw", "cfIops")
                .contains("metadataReaddirs", "ostFullestPercent");
    }

    @Test
    void shouldExportAllRunsInTheOrderOfTheirDecisionAndStoreThem() throws Exception {
        List<String> decided = new ArrayList<>();
        for (String line : Files.readAllLines(folder.resolve("year/job-weather.jsonl"))) {
            decided.add(JSON.readTree(line).get("decidedAt").asText());
        }
        assertThat(decided).hasSize(14_733).isSorted();
        assertThat(VERDICTS).hasSize(14_733);
        assertThat(folder.resolve("year/dead-letters.jsonl")).isEmptyFile();
        // What is not known has a value of its own there.
        assertThat(stored("SELECT count(cf_bw) FROM job_weather")).isEqualTo(14_733);
        assertThat(stored("SELECT count(sentence) FROM verdict")).isEqualTo(14_733);
        assertThat(stored("SELECT count(sentence) FROM climate_shift")).isPositive();
    }

    private static long stored(String influxQl) throws Exception {
        return (Long) new InfluxDbAdmin(InfluxDbConfig.builder(influxdb.url(), "barograph_replay")
                        .build())
                .query(influxQl + " WHERE replay = 'year'")
                .get(0)
                .values()
                .get("count");
    }

    @Test
    void shouldExportVerdictsAndShiftsUnderTheirPublishedNames() {
        assertThat(VERDICTS.values()).allSatisfy(verdict -> {
            assertThat(RUN_FIELDS).allMatch(verdict::has);
            for (JsonNode suspect : verdict.get("suspects")) {
                assertThat(SUSPECT_FIELDS).allMatch(suspect::has);
            }
        });
        assertThat(SHIFTS).isNotEmpty().allSatisfy(shift -> assertThat(SHIFT_FIELDS)
                .allMatch(shift::has));
    }

    @Test
    void shouldTellEachMonthWhatAllRunsSoFarGive() {
        assertThat(CORRELATIONS).hasSizeGreaterThan(500);
        List<JsonNode> last = CORRELATIONS.stream()
                .filter(record -> record.get("until").asText().equals("2018-02-01T00:00:00Z")
                        && record.get("motif").isNull())
                .toList();
        assertThat(last.stream().map(record -> record.get("fileSystem").asText()))
                .contains("", "scratch1", "scratch2", "scratch3", "cscratch");
        for (JsonNode record : last) {
            assertRunning(record);
        }
    }

    /** The same from the exported weather: eligible runs decided until then, fraction of the peak among them. */
    private static void assertRunning(JsonNode record) {
        List<JsonNode> runs = WEATHER.values().stream()
                .filter(weather -> weather.get("eligible").asBoolean()
                        && (record.get("fileSystem").asText().isEmpty()
                                || record.get("fileSystem").equals(weather.get("fileSystem")))
                        && !Instant.parse(weather.get("decidedAt").asText())
                                .isAfter(Instant.parse(record.get("until").asText())))
                .toList();
        assertThat(record.get("runs").asInt()).isEqualTo(runs.size());
        Map<String, Double> peaks = new HashMap<>();
        runs.forEach(run -> peaks.merge(
                run.get("motif").asText(), metric(run, WeatherMetric.PERFORMANCE_BYTES_PER_SECOND), Math::max));
        for (JsonNode correlation : record.get("correlations")) {
            WeatherMetric metric =
                    WeatherMetric.named(correlation.get("metric").asText()).orElseThrow();
            List<JsonNode> known = runs.stream()
                    .filter(run -> !Double.isNaN(metric(run, metric)))
                    .filter(run -> metric.source() == WeatherMetric.Source.DARSHAN
                            || !run.get("quality").asText().equals("IMPLAUSIBLE"))
                    .toList();
            double[] values = column(known, metric);
            double[] fractions = known.stream()
                    .mapToDouble(run -> metric(run, WeatherMetric.PERFORMANCE_BYTES_PER_SECOND)
                            / peaks.get(run.get("motif").asText()))
                    .toArray();
            assertThat(correlation.get("runs").asInt()).isEqualTo(known.size());
            assertThat(correlation.get("rankedRuns").asInt()).isEqualTo(known.size());
            if (!correlation.get("pearson").isNull()) {
                String what = record.get("fileSystem") + " " + metric;
                assertThat(correlation.get("pearson").asDouble())
                        .as(what)
                        .isCloseTo(new PearsonsCorrelation().correlation(values, fractions), within(1e-9));
                assertThat(correlation.get("spearman").asDouble())
                        .as(what)
                        .isCloseTo(new SpearmansCorrelation().correlation(values, fractions), within(1e-9));
            }
        }
    }

    @Test
    void shouldFindShiftsThatSeveralMotifsShareAndTheOneOfAFullFileSystem() {
        // Mira, 2017-11-15: the shared writes of two applications and a read fell within a few days.
        List<JsonNode> mira = SHIFTS.stream()
                .filter(shift -> shift.get("fileSystem").asText().equals("mira-fs1")
                        && shift.get("onset").asText().startsWith("2017-11-1")
                        && shift.get("ratio").asDouble() < 1)
                .toList();
        assertThat(mira.stream().map(shift -> shift.get("motif").asText()).distinct())
                .hasSizeGreaterThanOrEqualTo(3);
        // Edison's scratch3, 2017-05-22: the fullest OST passed 90 %, and writes fell to less than half.
        JsonNode full = SHIFTS.stream()
                .filter(shift -> shift.get("motif").asText().startsWith("scratch3/hacc_io_write/")
                        && shift.get("onset").asText().startsWith("2017-05-2"))
                .findFirst()
                .orElseThrow();
        assertThat(full.get("ratio").asDouble()).isLessThan(0.6);
        JsonNode fullness = null;
        for (JsonNode metric : full.get("metrics")) {
            if (metric.get("metric").asText().equals("ostFullestPercent")) {
                fullness = metric;
            }
        }
        assertThat(fullness).isNotNull();
        assertThat(fullness.get("explains").asBoolean()).isTrue();
        assertThat(fullness.get("after").asDouble()).isGreaterThan(88);
        assertThat(SHIFTS).allSatisfy(shift -> {
            assertThat(shift.get("onset").asText()).isNotEmpty();
            assertThat(shift.get("metrics").isArray()).isTrue();
        });
    }

    /** The poor VPIC write on Mira (UMAMI, section 4.2). */
    @Test
    void shouldDrawThePublishedCaseOfMetadataLoad() throws Exception {
        Path svg = folder.resolve("umami.svg");

        assertThat(Barograph.commandLine()
                        .execute(
                                "umami",
                                "--from-export",
                                folder.resolve("year").toString(),
                                "--job",
                                "1044002",
                                "--start",
                                "2017-03-11T20:44:35Z",
                                "-o",
                                svg.toString()))
                .isZero();

        NodeList groups = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(svg.toFile())
                .getElementsByTagName("g");
        Map<String, String> quartiles = new TreeMap<>();
        List<String> readdirs = new ArrayList<>();
        for (int i = 0; i < groups.getLength(); i++) {
            Element group = (Element) groups.item(i);
            if (group.getAttribute("class").equals("umami-row")) {
                quartiles.put(group.getAttribute("data-metric"), group.getAttribute("data-quartile"));
            } else if (!group.getAttribute("data-colour").isEmpty()
                    && group.getAttribute("data-value").equals("803.0")) {
                readdirs.add(group.getAttribute("class") + " " + group.getAttribute("data-colour"));
            }
        }
        assertThat(quartiles)
                .containsEntry("performanceBytesPerSecond", "4")
                .containsEntry("metadataReaddirs", "4")
                .containsEntry("cfIops", "4")
                .containsEntry("cfBw", "3");
        assertThat(readdirs).containsExactly("umami-star #c8102e", "umami-line #c8102e");
    }

    /** The same run in one word. */
    @Test
    void shouldExplainThePublishedCaseOfMetadataLoad() throws Exception {
        StringWriter out = new StringWriter();

        assertThat(Barograph.commandLine()
                        .setOut(new PrintWriter(out, true))
                        .execute(
                                "why",
                                "--from-export",
                                folder.resolve("year").toString(),
                                "--job",
                                "1044002",
                                "--start",
                                "2017-03-11T20:44:35Z",
                                "--json"))
                .isZero();

        JsonNode answer = JSON.readTree(out.toString());
        assertThat(answer.get("answer").asText()).isEqualTo("metadata");
        assertThat(answer.get("rule").asText()).isEqualTo("WEATHER");
        assertThat(answer.get("evidence").get(0).asText())
                .startsWith("Metadata load was high: directory reads 7.23/s (usually 0.205/s); ");
    }

    @Test
    void shouldReportOnAnApplicationWithTheNumbersOfTheExport() throws Exception {
        Document page = report("--application", "vpicio_uni");
        List<JsonNode> runs = WEATHER.values().stream()
                .filter(weather -> weather.get("application").asText().equals("vpicio_uni")
                        && weather.get("eligible").asBoolean())
                .toList();
        double[] performance = column(runs, WeatherMetric.PERFORMANCE_BYTES_PER_SECOND);

        Element box = part(page, "boxes-group", "data-group", "vpicio_uni");
        assertThat(box.getAttribute("data-runs")).isEqualTo(Integer.toString(runs.size()));
        Percentile percentile = new Percentile().withEstimationType(Percentile.EstimationType.R_7);
        assertThat(Double.parseDouble(box.getAttribute("data-p25")))
                .isCloseTo(percentile.evaluate(performance, 25), within(1e-3));
        Map<String, Double> peaks = new HashMap<>();
        for (int i = 0; i < performance.length; i++) {
            peaks.merge(runs.get(i).get("motif").asText(), performance[i], Math::max);
        }
        int cells = 0;
        for (Element cell : parts(page, "heatmap-cell")) {
            WeatherMetric metric =
                    WeatherMetric.named(cell.getAttribute("data-column")).orElseThrow();
            if (!cell.getAttribute("data-row").equals("performanceBytesPerSecond")
                    || metric == WeatherMetric.PERFORMANCE_BYTES_PER_SECOND) {
                continue;
            }
            List<JsonNode> known = runs.stream()
                    .filter(run -> !Double.isNaN(metric(run, metric)))
                    .filter(run -> metric.source() == WeatherMetric.Source.DARSHAN
                            || !run.get("quality").asText().equals("IMPLAUSIBLE"))
                    .toList();
            double[] fractions = known.stream()
                    .mapToDouble(run -> metric(run, WeatherMetric.PERFORMANCE_BYTES_PER_SECOND)
                            / peaks.get(run.get("motif").asText()))
                    .toArray();
            assertThat(Double.parseDouble(cell.getAttribute("data-value")))
                    .as(metric.toString())
                    .isCloseTo(new SpearmansCorrelation().correlation(column(known, metric), fractions), within(1e-9));
            cells++;
        }
        assertThat(cells).as("metrics beside performance").isBetween(8, 14);
        assertThat(parts(page, "parallel-run")).hasSize(300);
    }

    @Test
    void shouldReportOnTheSiteWithTheFractionsOfPeakOfTheExport() throws Exception {
        Document page = report("--site");
        String motif = "scratch2/hacc_io_write/";
        Map<String, List<JsonNode>> motifs = WEATHER.values().stream()
                .filter(weather -> weather.get("eligible").asBoolean()
                        && weather.get("motif").asText().startsWith(motif))
                .collect(Collectors.groupingBy(weather -> weather.get("motif").asText()));
        assertThat(motifs).isNotEmpty();
        motifs.forEach((name, runs) -> {
            double[] performance = column(runs, WeatherMetric.PERFORMANCE_BYTES_PER_SECOND);
            double best = Arrays.stream(performance).max().orElseThrow();
            Element box = part(page, "boxes-group", "data-group", name);
            assertThat(box.getAttribute("data-runs")).isEqualTo(Integer.toString(runs.size()));
            assertThat(Double.parseDouble(box.getAttribute("data-p50")))
                    .isCloseTo(
                            new Percentile()
                                    .withEstimationType(Percentile.EstimationType.R_7)
                                    .evaluate(
                                            Arrays.stream(performance)
                                                    .map(value -> value / best)
                                                    .toArray(),
                                            50),
                            within(1e-9));
        });
    }

    /** The drawings of a report, as one document. */
    private static Document report(String... about) throws Exception {
        Path html = folder.resolve("report.html");
        List<String> command = new ArrayList<>(
                List.of("report", "--from-export", folder.resolve("year").toString(), "-o", html.toString()));
        command.addAll(List.of(about));
        assertThat(Barograph.commandLine().execute(command.toArray(String[]::new)))
                .isZero();
        String drawings = Pattern.compile("<svg.*?</svg>", Pattern.DOTALL)
                .matcher(Files.readString(html))
                .results()
                .map(MatchResult::group)
                .collect(Collectors.joining("", "<drawings>", "</drawings>"));
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader(drawings)));
    }

    private static List<Element> parts(Document page, String name) {
        NodeList groups = page.getElementsByTagName("g");
        List<Element> parts = new ArrayList<>();
        for (int i = 0; i < groups.getLength(); i++) {
            Element group = (Element) groups.item(i);
            if (group.getAttribute("class").equals(name)) {
                parts.add(group);
            }
        }
        return parts;
    }

    private static Element part(Document page, String name, String attribute, String value) {
        return parts(page, name).stream()
                .filter(part -> part.getAttribute(attribute).equals(value))
                .findFirst()
                .orElseThrow();
    }
}
