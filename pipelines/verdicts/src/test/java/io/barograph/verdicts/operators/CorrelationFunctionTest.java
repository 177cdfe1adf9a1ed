package io.barograph.verdicts.operators;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.barograph.flink.state.AvroFormat;
import io.barograph.schemas.Anomaly;
import io.barograph.schemas.AnomalyKind;
import io.barograph.schemas.AvroCodec;
import io.barograph.schemas.JobWeather;
import io.barograph.schemas.MetricCorrelation;
import io.barograph.schemas.Quality;
import io.barograph.schemas.WeatherMetric;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.commons.math3.stat.correlation.PearsonsCorrelation;
import org.apache.commons.math3.stat.correlation.SpearmansCorrelation;
import org.apache.flink.api.common.serialization.SerializerConfigImpl;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.streaming.api.operators.KeyedProcessOperator;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.util.KeyedOneInputStreamOperatorTestHarness;
import org.junit.jupiter.api.Test;

class CorrelationFunctionTest {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final Duration REVISION = Duration.ofMinutes(15);
    private static final long NEVER = Long.MIN_VALUE;

    static {
        AvroCodec.of(JobWeather.class); // makes Avro trust the records
    }

    private static KeyedOneInputStreamOperatorTestHarness<Boolean, OrderedWeather, Anomaly> harness() throws Exception {
        KeyedOneInputStreamOperatorTestHarness<Boolean, OrderedWeather, Anomaly> harness =
                new KeyedOneInputStreamOperatorTestHarness<>(
                        new KeyedProcessOperator<>(new CorrelationFunction(REVISION)), run -> true, Types.BOOLEAN);
        harness.setup(AvroFormat.typeOf(Anomaly.class).createSerializer(new SerializerConfigImpl()));
        return harness;
    }

    /** Four runs a day, on two file systems, with a coverage that goes with performance. */
    private static JobWeather.Builder run(int number) {
        Random random = new Random(number * 0x9E3779B97F4A7C15L); // neighbouring seeds begin alike
        Instant end = START.plus(Duration.ofHours(6L * number));
        String fileSystem = number % 2 == 0 ? "first" : "second";
        double coverage = random.nextDouble();
        return JobWeather.newBuilder()
                .setJobId("job" + number)
                .setExecutable("/bin/ior")
                .setStartTime(end.minusSeconds(100))
                .setEndTime(end)
                .setFileSystem(fileSystem)
                .setProcesses(64)
                .setQuality(Quality.OK)
                .setDecidedAt(end.plusSeconds(35))
                .setJobReadBytes(0)
                .setJobWriteBytes(10_000_000_000L)
                .setApplication("ior")
                .setMotif(fileSystem + "/ior/write/shared/-/64")
                .setEligible(true)
                .setPerformanceBytesPerSecond((number % 2 == 0 ? 1e9 : 5e9) * (coverage + random.nextDouble()))
                .setMetrics(Map.of(
                        WeatherMetric.CF_BW.metricName(),
                        coverage,
                        WeatherMetric.OST_FULLEST_PERCENT.metricName(),
                        random.nextDouble()));
    }

    private static List<JobWeather> runs(int from, int to) {
        List<JobWeather> runs = new ArrayList<>();
        for (int i = from; i < to; i++) {
            runs.add(run(i).build());
        }
        return runs;
    }

    private static void process(
            KeyedOneInputStreamOperatorTestHarness<Boolean, OrderedWeather, Anomaly> harness,
            List<JobWeather> runs,
            long systemChangedAt)
            throws Exception {
        for (JobWeather run : runs) {
            harness.processElement(
                    new OrderedWeather(run, systemChangedAt), run.getDecidedAt().toEpochMilli());
        }
    }

    private static List<Anomaly> correlate(List<JobWeather> runs) throws Exception {
        try (var harness = harness()) {
            harness.open();
            process(harness, runs, NEVER);
            harness.processWatermark(Watermark.MAX_WATERMARK);
            return harness.extractOutputValues();
        }
    }

    private static Anomaly find(List<Anomaly> correlations, String fileSystem, String motif, String until) {
        List<Anomaly> found = correlations.stream()
                .filter(record -> record.getFileSystem().equals(fileSystem)
                        && (motif == null
                                ? record.getMotif() == null
                                : record.getMotif() != null && record.getMotif().equals(motif))
                        && record.getUntil().equals(Instant.parse(until)))
                .toList();
        assertThat(found).hasSize(1);
        return found.get(0);
    }

    private static MetricCorrelation metric(Anomaly correlations, WeatherMetric metric) {
        return correlations.getCorrelations().stream()
                .filter(correlation -> correlation.getMetric().equals(metric.metricName()))
                .findFirst()
                .orElseThrow();
    }

    /** Pearson, then Spearman, of a metric with the fraction of the peak of each file system's only motif. */
    private static double[] expected(List<JobWeather> runs, WeatherMetric metric) {
        double[] x = new double[runs.size()];
        double[] y = new double[runs.size()];
        for (int i = 0; i < x.length; i++) {
            JobWeather run = runs.get(i);
            x[i] = run.getMetrics().get(metric.metricName());
            y[i] = run.getPerformanceBytesPerSecond()
                    / runs.stream()
                            .filter(other -> other.getMotif().equals(run.getMotif()))
                            .mapToDouble(JobWeather::getPerformanceBytesPerSecond)
                            .max()
                            .orElseThrow();
        }
        return new double[] {new PearsonsCorrelation().correlation(x, y), new SpearmansCorrelation().correlation(x, y)};
    }

    @Test
    void shouldTellAtTheEndOfEachMonthOfMotifsFileSystemsAndAll() throws Exception {
        List<JobWeather> runs = runs(0, 150); // to 2026-02-07
        List<Anomaly> correlations = correlate(runs);

        assertThat(correlations).hasSize(2 * 5).allSatisfy(record -> {
            assertThat(record.getKind()).isEqualTo(AnomalyKind.CORRELATION);
            assertThat(record.getSince()).isBetween(START, START.plus(Duration.ofHours(6)));
        });
        List<JobWeather> january = runs.subList(0, 124);
        Anomaly all = find(correlations, "", null, "2026-02-01T00:00:00Z");
        assertThat(all.getRuns()).isEqualTo(124);
        assertThat(all.getDecidedAt()).isEqualTo(Instant.parse("2026-02-01T00:15:00Z"));
        for (WeatherMetric metric : List.of(WeatherMetric.CF_BW, WeatherMetric.OST_FULLEST_PERCENT)) {
            double[] expected = expected(january, metric);
            assertThat(metric(all, metric).getPearson()).isCloseTo(expected[0], within(1e-12));
            assertThat(metric(all, metric).getSpearman()).isCloseTo(expected[1], within(1e-12));
            assertThat(metric(all, metric).getRankedRuns()).isEqualTo(124);
        }
        assertThat(metric(all, WeatherMetric.CF_BW).getPearsonP()).isLessThan(1e-6);
        List<JobWeather> first =
                runs.stream().filter(run -> run.getFileSystem().equals("first")).toList();
        Anomaly motif = find(correlations, "first", "first/ior/write/shared/-/64", "2026-03-01T00:00:00Z");
        Anomaly fileSystem = find(correlations, "first", null, "2026-03-01T00:00:00Z");
        assertThat(motif.getRuns()).isEqualTo(75);
        assertThat(metric(motif, WeatherMetric.CF_BW).getPearson())
                .isCloseTo(expected(first, WeatherMetric.CF_BW)[0], within(1e-12));
        assertThat(fileSystem.getCorrelations()).isEqualTo(motif.getCorrelations());
    }

    @Test
    void shouldGiveTheSameWhateverTheOrderInWhichFileSystemsAreRead() throws Exception {
        List<JobWeather> runs = runs(0, 150);
        List<JobWeather> oneAfterTheOther = new ArrayList<>();
        for (String fileSystem : List.of("second", "first")) {
            runs.stream().filter(run -> run.getFileSystem().equals(fileSystem)).forEach(oneAfterTheOther::add);
        }

        assertThat(correlate(oneAfterTheOther)).isEqualTo(correlate(runs));
    }

    @Test
    void shouldCountARevisedRunOnceAsRevised() throws Exception {
        List<JobWeather> runs = runs(0, 40);
        List<JobWeather> revised = new ArrayList<>(runs.subList(0, 39));
        JobWeather last = runs.get(39);
        revised.add(JobWeather.newBuilder(last)
                .setMetrics(Map.of(WeatherMetric.CF_BW.metricName(), 77.0))
                .build());
        revised.add(JobWeather.newBuilder(last)
                .setRevision(2)
                .setDecidedAt(last.getDecidedAt().plus(REVISION))
                .build());

        assertThat(correlate(revised)).isEqualTo(correlate(runs));
    }

    @Test
    void shouldLeaveOutWhatIsTooSmallAndServerMetricsThatCannotBeRight() throws Exception {
        List<JobWeather> runs = runs(0, 40);
        runs.set(10, run(10).setEligible(false).build());
        runs.set(12, run(12).setPerformanceBytesPerSecond(null).build());
        runs.set(14, run(14).setQuality(Quality.IMPLAUSIBLE).build());
        Anomaly all = find(correlate(runs), "", null, "2026-02-01T00:00:00Z");

        assertThat(all.getRuns()).isEqualTo(38);
        assertThat(metric(all, WeatherMetric.CF_BW).getRuns()).isEqualTo(37);
    }

    @Test
    void shouldLeaveOutRunsWhoseLogIsPartial() throws Exception {
        List<JobWeather> mixed = new ArrayList<>();
        for (JobWeather run : runs(0, 200)) {
            mixed.add(run);
            mixed.add(JobWeather.newBuilder(run)
                    .setJobId("partial" + run.getJobId())
                    .setPerformanceBytesPerSecond(1e12)
                    .setPartial(true)
                    .build());
        }

        assertThat(correlate(mixed)).isEqualTo(correlate(runs(0, 200))).isNotEmpty();
    }

    @Test
    void shouldBeginAnewAtAChangeOfTheSystem() throws Exception {
        try (var harness = harness()) {
            harness.open();
            process(harness, runs(0, 60), NEVER);
            process(harness, runs(60, 100), START.plus(Duration.ofDays(15)).toEpochMilli());
            harness.processWatermark(Watermark.MAX_WATERMARK);
            Anomaly all = find(harness.extractOutputValues(), "", null, "2026-02-01T00:00:00Z");

            assertThat(all.getRuns()).isEqualTo(40);
            assertThat(metric(all, WeatherMetric.CF_BW).getSpearman())
                    .isCloseTo(expected(runs(60, 100), WeatherMetric.CF_BW)[1], within(1e-12));
        }
    }

    @Test
    void shouldGoOnFromASnapshot() throws Exception {
        List<JobWeather> runs = runs(0, 300);
        List<Anomaly> results = new ArrayList<>();
        OperatorSubtaskState snapshot;
        try (var harness = harness()) {
            harness.open();
            process(harness, runs.subList(0, 200), NEVER);
            harness.processWatermark(new Watermark(runs.get(190).getDecidedAt().toEpochMilli()));
            snapshot = harness.snapshot(1, 1);
            results.addAll(harness.extractOutputValues());
        }
        try (var harness = harness()) {
            harness.initializeState(snapshot);
            harness.open();
            process(harness, runs.subList(200, 300), NEVER);
            harness.processWatermark(Watermark.MAX_WATERMARK);
            results.addAll(harness.extractOutputValues());
        }

        assertThat(results).isEqualTo(correlate(runs)).hasSize(3 * 5);
    }

    @Test
    void shouldRankAllRunsThatItKeepsAndKeepOnlyTheNewest() throws Exception {
        List<JobWeather> runs = new ArrayList<>();
        for (int i = 0; i < CorrelationFunction.MAX_RANKED + 3 * CorrelationFunction.CHUNK; i++) {
            Instant end = START.plusSeconds(60L * i);
            runs.add(run(i).setEndTime(end).setDecidedAt(end.plusSeconds(35)).build());
        }
        try (var harness = harness()) {
            harness.open();
            process(harness, runs, NEVER);
            harness.processWatermark(
                    new Watermark(Instant.parse("2026-02-10T00:00:00Z").toEpochMilli()));
            Anomaly all = find(harness.extractOutputValues(), "", null, "2026-02-01T00:00:00Z");

            assertThat(all.getRuns()).isEqualTo(runs.size());
            assertThat(metric(all, WeatherMetric.CF_BW).getRankedRuns()).isEqualTo(CorrelationFunction.MAX_RANKED);
        }
    }

    @Test
    void shouldForgetMotifsThatHaveNotRunForAYear() throws Exception {
        try (var harness = harness()) {
            harness.open();
            process(harness, runs(0, 40), NEVER);
            harness.processWatermark(
                    new Watermark(Instant.parse("2026-02-02T00:00:00Z").toEpochMilli()));
            Instant later = START.plus(Duration.ofDays(400));
            process(
                    harness,
                    List.of(run(1_600).setEndTime(later).setDecidedAt(later).build()),
                    NEVER);
            harness.processWatermark(Watermark.MAX_WATERMARK);

            assertThat(harness.extractOutputValues()).hasSize(5);
            assertThat(harness.numEventTimeTimers()).isZero();
        }
    }

    @Test
    void shouldForgetTheChangesOfAFileSystemThatHasNotBeenUsedForAYear() throws Exception {
        Instant changed = START.minusSeconds(60);
        Instant later = START.plus(Duration.ofDays(400));
        Instant back = START.plus(Duration.ofDays(440));
        OperatorSubtaskState snapshot;
        try (var harness = harness()) {
            harness.open();
            process(harness, runs(0, 40), changed.toEpochMilli());
            process(
                    harness,
                    List.of(run(1_600).setEndTime(later).setDecidedAt(later).build()),
                    changed.toEpochMilli());
            harness.processWatermark(
                    new Watermark(Instant.parse("2027-03-02T00:00:00Z").toEpochMilli()));
            snapshot = harness.snapshot(1, 1);
        }
        try (var harness = harness()) {
            harness.initializeState(snapshot);
            harness.open();
            // what changed before is not known any more, so these runs are none of before the change
            for (int i = 0; i < 40; i++) {
                Instant end = back.plus(Duration.ofMinutes(i));
                JobWeather.Builder run = run(1_601 + 2 * i).setEndTime(end).setDecidedAt(end);
                process(harness, List.of(run.build()), NEVER);
            }
            harness.processWatermark(Watermark.MAX_WATERMARK);

            assertThat(find(harness.extractOutputValues(), "second", null, "2027-04-01T00:00:00Z")
                            .getRuns())
                    .isEqualTo(40);
        }
    }
}
