package io.barograph.verdicts.operators;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.barograph.flink.state.AvroFormat;
import io.barograph.schemas.Anomaly;
import io.barograph.schemas.AnomalyKind;
import io.barograph.schemas.AvroCodec;
import io.barograph.schemas.Finding;
import io.barograph.schemas.JobWeather;
import io.barograph.schemas.JudgedMetric;
import io.barograph.schemas.Quality;
import io.barograph.schemas.RootCause;
import io.barograph.schemas.Verdict;
import io.barograph.schemas.WeatherMetric;
import io.barograph.verdicts.climate.ClimatePolicy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.serialization.SerializerConfigImpl;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.streaming.api.operators.KeyedProcessOperator;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.util.KeyedOneInputStreamOperatorTestHarness;
import org.junit.jupiter.api.Test;

class VerdictFunctionTest {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final long NEVER = Long.MIN_VALUE;

    static {
        AvroCodec.of(JobWeather.class); // makes Avro trust the records
    }

    private static KeyedOneInputStreamOperatorTestHarness<String, OrderedWeather, Anomaly> harness() throws Exception {
        KeyedOneInputStreamOperatorTestHarness<String, OrderedWeather, Anomaly> harness =
                new KeyedOneInputStreamOperatorTestHarness<>(
                        new KeyedProcessOperator<>(new VerdictFunction(ClimatePolicy.DEFAULT)),
                        OrderedWeather::fileSystem,
                        Types.STRING);
        harness.setup(AvroFormat.typeOf(Anomaly.class).createSerializer(new SerializerConfigImpl()));
        return harness;
    }

    private static JobWeather.Builder run(int number, double performance, double coverage) {
        Instant end = START.plus(Duration.ofHours(6L * number));
        Map<String, Double> metrics = new HashMap<>();
        metrics.put(WeatherMetric.CF_BW.metricName(), coverage);
        metrics.put(WeatherMetric.OST_FULLEST_PERCENT.metricName(), 50 + 0.01 * (number % 7));
        metrics.put(WeatherMetric.JOB_RUN_SECONDS.metricName(), 100.0);
        metrics.put(WeatherMetric.JOB_READ_BYTES.metricName(), 0.0);
        metrics.put(WeatherMetric.JOB_WRITE_BYTES.metricName(), 1e10);
        metrics.put(WeatherMetric.SERVER_WRITE_BYTES.metricName(), 1e10 / coverage);
        return JobWeather.newBuilder()
                .setJobId("job" + number)
                .setExecutable("/bin/ior")
                .setStartTime(end.minusSeconds(100))
                .setEndTime(end)
                .setFileSystem("scratch")
                .setProcesses(64)
                .setQuality(Quality.OK)
                .setDecidedAt(end.plusSeconds(35))
                .setJobReadBytes(0)
                .setJobWriteBytes(10_000_000_000L)
                .setApplication("ior")
                .setMotif("scratch/ior/write/shared/-/64")
                .setEligible(true)
                .setPerformanceBytesPerSecond(performance)
                .setMetrics(metrics);
    }

    /** Performance and coverage that vary by a few percent. */
    private static JobWeather.Builder ordinary(int number) {
        return run(number, 1e9 * (1 + 0.02 * Math.sin(number * 2.3)), 0.9 + 0.02 * Math.sin(number * 1.7));
    }

    private static void process(
            KeyedOneInputStreamOperatorTestHarness<String, OrderedWeather, Anomaly> harness, JobWeather weather)
            throws Exception {
        harness.processElement(
                new OrderedWeather(weather, NEVER), weather.getDecidedAt().toEpochMilli());
    }

    private static List<Anomaly> judge(List<JobWeather> runs) throws Exception {
        try (var harness = harness()) {
            harness.open();
            for (JobWeather run : runs) {
                process(harness, run);
            }
            return harness.extractOutputValues();
        }
    }

    private static List<JobWeather> ordinaryRuns(int count) {
        List<JobWeather> runs = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            runs.add(ordinary(i).build());
        }
        return runs;
    }

    @Test
    void shouldSayThatItIsTooEarlyUntilTheClimateHasTenRuns() throws Exception {
        List<Anomaly> verdicts = judge(ordinaryRuns(12));

        assertThat(verdicts.subList(0, 10)).allSatisfy(verdict -> {
            assertThat(verdict.getVerdict()).isEqualTo(Verdict.TOO_EARLY);
            assertThat(verdict.getQuartile()).isNull();
            assertThat(verdict.getSentence()).contains("Too early to say");
        });
        assertThat(verdicts.get(3).getClimateSize()).isEqualTo(3);
        assertThat(verdicts.get(10).getVerdict()).isEqualTo(Verdict.NORMAL);
        assertThat(verdicts.get(10).getClimateSize()).isEqualTo(10);
    }

    /** Lower bounds: it would seem slow, or set the best of its motif. */
    @Test
    void shouldGiveAPartialLogNoVerdictAndKeepItOutOfTheClimate() throws Exception {
        List<JobWeather> whole = ordinaryRuns(40);
        List<JobWeather> mixed = new ArrayList<>();
        for (JobWeather run : whole) {
            mixed.add(run);
            double performance = mixed.size() % 4 == 1 ? 0.1e9 : 9e9;
            mixed.add(JobWeather.newBuilder(run)
                    .setJobId("partial" + run.getJobId())
                    .setPerformanceBytesPerSecond(performance)
                    .setQuality(Quality.PARTIAL)
                    .setPartial(true)
                    .build());
        }

        List<Anomaly> verdicts = judge(mixed);

        List<Anomaly> ofPartial = verdicts.stream()
                .filter(verdict -> verdict.getJobId().startsWith("partial"))
                .toList();
        assertThat(ofPartial).hasSize(40).allSatisfy(verdict -> {
            assertThat(verdict.getVerdict()).isEqualTo(Verdict.NO_PERFORMANCE);
            assertThat(verdict.getAnomalous()).isFalse();
            assertThat(verdict.getQuartile()).isNull();
            assertThat(verdict.getRobustZ()).isNull();
            assertThat(verdict.getFractionOfPeak()).isNull();
            assertThat(verdict.getSentence()).contains("The log is partial");
        });
        verdicts.removeAll(ofPartial);
        assertThat(verdicts).isEqualTo(judge(whole)).hasSizeGreaterThanOrEqualTo(40);
    }

    /** In every fifth run others write, and it takes 1.7 times as long. */
    private static List<JobWeather> runsWithNeighbours(int count) {
        List<JobWeather> runs = ordinaryRuns(count);
        for (int i = 4; i < count; i += 5) {
            runs.set(i, run(i, 0.6e9, 0.3).build());
        }
        return runs;
    }

    @Test
    void shouldFindThePoorRunAndPutItsLossDownToTheWritesOfOthers() throws Exception {
        List<JobWeather> runs = runsWithNeighbours(60);
        runs.add(run(60, 0.55e9, 0.28).build());
        Anomaly verdict = judge(runs).get(60);

        assertThat(verdict.getKind()).isEqualTo(AnomalyKind.RUN);
        assertThat(verdict.getAnomalous()).isTrue();
        assertThat(verdict.getVerdict()).isEqualTo(Verdict.ANOMALOUS);
        assertThat(verdict.getQuartile()).isEqualTo(4);
        assertThat(verdict.getPercentile()).isZero();
        assertThat(verdict.getRobustZ()).isLessThan(-3.5);
        assertThat(verdict.getFractionOfPeak()).isCloseTo(0.55, within(0.02));
        assertThat(verdict.getUsualPerformance()).as("of the healthy runs").isCloseTo(1e9, within(0.02e9));
        assertThat(verdict.getLoss()).isCloseTo(Math.log(1 / 0.55), within(0.03));
        assertThat(verdict.getLikelyCause()).isEqualTo("LOAD_WRITE");
        Finding writes = verdict.getFindings().get(0);
        assertThat(writes.getShare()).isGreaterThan(0.5 * verdict.getLoss());
        assertThat(writes.getConfidence()).isGreaterThan(0.5);
        assertThat(verdict.getFindings().stream().mapToDouble(Finding::getShare).sum() + verdict.getUnexplained())
                .isCloseTo(verdict.getLoss(), within(1e-9));
        assertThat(verdict.getSuspects()).extracting(JudgedMetric::getMetric).contains("cfBw");
        assertThat(verdict.getExonerated()).extracting(JudgedMetric::getMetric).contains("ostFullestPercent");
        assertThat(verdict.getSentence())
                .startsWith("45 % slower than usual: 550 MB/s instead of ")
                .contains("Writes of others were high: ", "% of the loss (", "Not the cause: full OSTs.")
                .contains("Others moved 72 % of the traffic (coverage factor 0.28, usually ")
                .doesNotContain("bad weather");
    }

    @Test
    void shouldBlameNobodyForARunThatLostNothing() throws Exception {
        List<JobWeather> runs = runsWithNeighbours(60);
        runs.add(run(60, 0.99e9, 0.3).build());
        Anomaly verdict = judge(runs).get(60);

        assertThat(verdict.getVerdict()).isEqualTo(Verdict.NORMAL);
        assertThat(verdict.getLikelyCause()).isNull();
        assertThat(verdict.getSuspects()).isEmpty();
        assertThat(verdict.getSentence())
                .startsWith("No anomaly: 990 MB/s; usual is ")
                .doesNotContain("ause");
    }

    /** A GB/s from each OST. */
    private static JobWeather onOsts(int number, int osts, double slower) {
        JobWeather.Builder run = run(number, osts * 1e9 * (1 + 0.02 * Math.sin(number * 2.3)) / slower, 0.9);
        Map<String, Double> metrics = new HashMap<>(run.getMetrics());
        metrics.put(WeatherMetric.JOB_OSTS.metricName(), (double) osts);
        return run.setMetrics(metrics).build();
    }

    @Test
    void shouldCompareARunWithOthersAsIfTheyLayOnAsManyOsts() throws Exception {
        List<JobWeather> runs = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            runs.add(onOsts(i, i % 5 == 0 ? 1 : 4, 1));
        }
        runs.add(onOsts(40, 1, 1));
        runs.add(onOsts(41, 1, 2));
        runs.add(onOsts(42, 8, 2));
        List<Anomaly> verdicts = judge(runs).subList(40, 43);

        assertThat(verdicts)
                .extracting(Anomaly::getVerdict)
                .containsExactly(Verdict.NORMAL, Verdict.ANOMALOUS, Verdict.ANOMALOUS);
        assertThat(verdicts.get(0).getUsualPerformance()).isCloseTo(1e9, within(0.03e9));
        assertThat(verdicts.get(0).getPerformanceOnUsualOsts()).isCloseTo(4e9, within(0.1e9));
        assertThat(verdicts.get(0).getOsts()).isEqualTo(1);
        assertThat(verdicts.get(0).getUsualOsts()).isEqualTo(4);
        assertThat(verdicts.get(0).getSentence())
                .contains(" on 1 OST (40 runs, ", " Its files lie on 1 OST instead of 4, on which 4 GB/s are usual.");
        assertThat(verdicts.get(1).getLoss()).isCloseTo(Math.log(2), within(0.05));
        assertThat(verdicts.get(1).getSentence())
                .contains(" on 1 OST (41 runs). Its files lie on 1 OST instead of 4, ");
        assertThat(verdicts.get(2).getLoss()).isCloseTo(Math.log(2), within(0.05));
        assertThat(verdicts.get(2).getSentence())
                .contains("8 GB/s on 8 OSTs (42 runs).")
                .doesNotContain("instead of 4");
        assertThat(verdicts.get(2).getPanel().get(0).getP50()).as("scaled, too").isCloseTo(8e9, within(0.2e9));
    }

    private static JobWeather.Builder withSmallRequests(JobWeather.Builder run, double fraction) {
        Map<String, Double> metrics = new HashMap<>(run.getMetrics());
        metrics.put(WeatherMetric.JOB_PROCESSES.metricName(), 64.0);
        metrics.put(WeatherMetric.JOB_BYTES.metricName(), 1e10);
        metrics.put(WeatherMetric.JOB_SMALL_REQUESTS.metricName(), fraction * 1e6);
        metrics.put(WeatherMetric.JOB_SMALL_FRACTION.metricName(), fraction);
        return run.setMetrics(metrics);
    }

    @Test
    void shouldBlameTheApplicationTheSystemOrBoth() throws Exception {
        List<JobWeather> runs = new ArrayList<>();
        for (JobWeather run : runsWithNeighbours(60)) {
            runs.add(withSmallRequests(JobWeather.newBuilder(run), 0.01).build());
        }
        runs.add(withSmallRequests(run(60, 0.4e9, 0.9), 0.96).build());
        runs.add(withSmallRequests(run(65, 0.6e9, 0.3), 0.01).build());
        runs.add(withSmallRequests(run(66, 0.6e9, 0.3), 0.97).build());
        runs.add(withSmallRequests(run(71, 0.4e9, 0.9), 0.01).build());
        List<Anomaly> verdicts = judge(runs).subList(60, 64);

        assertThat(verdicts).extracting(Anomaly::getSide).containsExactly("application", "system", "both", "unknown");
        assertThat(verdicts.get(0).getConfidence()).isEqualTo(1);
        assertThat(verdicts.get(3).getConfidence()).isZero();
        RootCause cause = verdicts.get(0).getRootCauses().get(0);
        assertThat(cause.getCause()).isEqualTo("small requests");
        assertThat(cause.getSide()).isEqualTo("application");
        assertThat(cause.getEffect()).isEqualTo("lowers");
        assertThat(cause.getUsual()).isFalse();
        assertThat(cause.getEvidence()).isEqualTo("96 % of the requests are below 1 KiB, 960000 requests");
        assertThat(cause.getRemedy()).contains("collective buffering");
        assertThat(verdicts.get(0).getSentence())
                .contains("The application is the cause (very likely, 1.00): small requests");
        assertThat(verdicts.get(2).getSentence()).contains("The application has a part in it (");
    }

    @Test
    void shouldSayWhatLimitsARunThatIsTooSmallOrTooEarlyToJudge() throws Exception {
        List<Anomaly> verdicts = judge(List.of(
                withSmallRequests(ordinary(0), 0.9).build(),
                withSmallRequests(ordinary(1), 0.9).setEligible(false).build()));

        assertThat(verdicts).extracting(Anomaly::getVerdict).containsExactly(Verdict.TOO_EARLY, Verdict.TOO_SMALL);
        assertThat(verdicts).allSatisfy(verdict -> {
            assertThat(verdict.getSide()).isEqualTo("application");
            assertThat(verdict.getSentence()).contains("What limits it (");
        });
    }

    @Test
    void shouldMarkAnUnusuallyGoodRunAndNotCallItAnAnomaly() throws Exception {
        List<JobWeather> runs = ordinaryRuns(30);
        runs.add(run(30, 3e9, 0.99).build());
        Anomaly verdict = judge(runs).get(30);

        assertThat(verdict.getVerdict()).isEqualTo(Verdict.UNUSUALLY_GOOD);
        assertThat(verdict.getAnomalous()).isFalse();
        assertThat(verdict.getFractionOfPeak()).isEqualTo(1);
    }

    @Test
    void shouldNotJudgeWhatIsTooSmallOrHasNoPerformanceAndKeepItOutOfTheClimate() throws Exception {
        List<JobWeather> runs = ordinaryRuns(9);
        runs.add(ordinary(9).setEligible(false).build());
        runs.add(ordinary(10).setPerformanceBytesPerSecond(null).build());
        runs.add(ordinary(11).build());
        List<Anomaly> verdicts = judge(runs);

        assertThat(verdicts.get(9).getVerdict()).isEqualTo(Verdict.TOO_SMALL);
        assertThat(verdicts.get(10).getVerdict()).isEqualTo(Verdict.NO_PERFORMANCE);
        assertThat(verdicts.get(11).getClimateSize()).isEqualTo(9);
    }

    @Test
    void shouldNotTakeServerMetricsOfAnImplausibleRunIntoTheClimate() throws Exception {
        List<JobWeather> runs = ordinaryRuns(20);
        runs.add(run(20, 1e9, 5).setQuality(Quality.IMPLAUSIBLE).build());
        runs.add(ordinary(21).build());
        Anomaly verdict = judge(runs).get(21);

        assertThat(verdict.getClimateSize()).isEqualTo(21);
        assertThat(verdict.getExonerated())
                .filteredOn(metric -> metric.getMetric().equals("cfBw"))
                .extracting(JudgedMetric::getClimateSize)
                .containsExactly(20);
    }

    @Test
    void shouldMeasureThePeakSinceTheLastChangeOfTheSystem() throws Exception {
        try (var harness = harness()) {
            harness.open();
            process(harness, run(0, 4e9, 0.9).build());
            process(harness, run(1, 2e9, 0.9).build());
            JobWeather last = run(2, 1e9, 0.9).build();
            harness.processElement(
                    new OrderedWeather(last, START.plusSeconds(60).toEpochMilli()),
                    last.getDecidedAt().toEpochMilli());
            List<Anomaly> verdicts = harness.extractOutputValues();

            assertThat(verdicts.get(1).getFractionOfPeak()).isEqualTo(0.5);
            assertThat(verdicts.get(2).getFractionOfPeak()).isEqualTo(0.5);
        }
    }

    @Test
    void shouldMeasureThePeakAlsoByARunThatTheClimateHasForgotten() throws Exception {
        List<JobWeather> runs = new ArrayList<>();
        runs.add(run(0, 4e9, 0.9).build());
        for (int i = 1; i <= 5; i++) {
            runs.add(run(i * 80, 1e9, 0.9).build()); // every 20 days
        }

        assertThat(judge(runs).get(5).getFractionOfPeak()).isEqualTo(0.25);
        assertThat(judge(runs).get(5).getClimateSize()).isEqualTo(4);
    }

    @Test
    void shouldHoldInTheRecordAllThatADiagramNeeds() throws Exception {
        List<JobWeather> runs = ordinaryRuns(60);
        runs.set(58, run(58, 1e9, 5).setQuality(Quality.IMPLAUSIBLE).build());
        Anomaly verdict = judge(runs).get(59);

        assertThat(verdict.getHistoryTimes())
                .hasSize(AnomalyRecords.MAX_HISTORY)
                .isSorted();
        assertThat(verdict.getHistoryTimes().get(39)).isEqualTo(runs.get(58).getEndTime());
        assertThat(verdict.getPanel())
                .extracting(JudgedMetric::getMetric)
                .startsWith("performanceBytesPerSecond", "cfBw", "ostFullestPercent");
        assertThat(verdict.getPanel()).allSatisfy(shown -> {
            assertThat(shown.getChoice()).isNotEmpty();
            assertThat(shown.getHistory()).hasSize(AnomalyRecords.MAX_HISTORY);
            assertThat(shown.getP05()).isLessThanOrEqualTo(shown.getP95());
            assertThat(shown.getQuartile()).isBetween(1, 4);
        });
        JudgedMetric performance = verdict.getPanel().get(0);
        assertThat(performance.getValue()).isEqualTo(verdict.getPerformance());
        assertThat(performance.getQuartile()).isEqualTo(verdict.getQuartile());
        assertThat(performance.getHistory().get(39)).isEqualTo(1e9f);
        assertThat(verdict.getPanel().get(1).getHistory().get(39))
                .as("implausible")
                .isNull();
    }

    @Test
    void shouldKeepNoMoreRunsThanItsBound() throws Exception {
        List<JobWeather> runs = new ArrayList<>();
        for (int i = 0; i < VerdictFunction.MAX_RUNS + 20; i++) {
            Instant end = START.plusSeconds(600L * i);
            runs.add(ordinary(i)
                    .setStartTime(end.minusSeconds(100))
                    .setEndTime(end)
                    .setDecidedAt(end.plusSeconds(35))
                    .build());
        }

        assertThat(judge(runs).get(runs.size() - 1).getClimateSize()).isEqualTo(VerdictFunction.MAX_RUNS);
    }

    @Test
    void shouldReplaceARunByItsRevision() throws Exception {
        List<JobWeather> runs = ordinaryRuns(15);
        runs.add(ordinary(14).setRevision(2).build());
        runs.add(ordinary(15).build());
        List<Anomaly> verdicts = judge(runs);

        assertThat(verdicts.get(15).getRevision()).isEqualTo(2);
        assertThat(verdicts.get(15).getClimateSize()).isEqualTo(14);
        assertThat(verdicts.get(16).getClimateSize()).isEqualTo(15);
    }

    @Test
    void shouldTellWhenTheClimateShiftsAndWhenItReturns() throws Exception {
        List<JobWeather> runs = ordinaryRuns(60);
        for (int i = 60; i < 120; i++) {
            runs.add(run(i, 0.6e9 * (1 + 0.02 * Math.sin(i * 2.3)), 0.9).build());
        }
        for (int i = 120; i < 180; i++) {
            runs.add(ordinary(i).build());
        }
        List<Anomaly> shifts = judge(runs).stream()
                .filter(anomaly -> anomaly.getKind() == AnomalyKind.CLIMATE_SHIFT)
                .toList();

        assertThat(shifts).hasSize(3);
        assertThat(shifts.get(0).getOnset()).isEqualTo(START.plus(Duration.ofDays(15)));
        assertThat(shifts.get(0).getEnd()).isNull();
        assertThat(shifts.get(0).getRatio()).isCloseTo(0.6, within(0.02));
        assertThat(shifts.get(1).getOnset()).isEqualTo(shifts.get(0).getOnset());
        assertThat(shifts.get(1).getEnd()).isEqualTo(START.plus(Duration.ofDays(30)));
        assertThat(shifts.get(2).getRatio()).isCloseTo(1 / 0.6, within(0.05));
    }

    @Test
    void shouldNotTakeBadDaysForAShift() throws Exception {
        List<JobWeather> runs = ordinaryRuns(200);
        for (int i = 40; i < 200; i += 15) {
            runs.set(i, run(i, 0.3e9, 0.3).build());
        }

        assertThat(judge(runs)).noneMatch(anomaly -> anomaly.getKind() == AnomalyKind.CLIMATE_SHIFT);
    }

    @Test
    void shouldGoOnFromASnapshot() throws Exception {
        List<JobWeather> runs = ordinaryRuns(40);
        for (int i = 40; i < 60; i++) {
            runs.add(run(i, 0.6e9, 0.5).build());
        }
        runs.set(
                35,
                JobWeather.newBuilder(run(36, 0.5e9, 0.4).build())
                        .setFileSystem("scratch")
                        .setMotif("scratch/vpic/write/shared/-/64")
                        .build());
        List<Anomaly> results = new ArrayList<>();
        OperatorSubtaskState snapshot;
        try (var harness = harness()) {
            harness.open();
            for (JobWeather run : runs.subList(0, 43)) {
                process(harness, run);
            }
            snapshot = harness.snapshot(1, 1);
            results.addAll(harness.extractOutputValues());
        }
        try (var harness = harness()) {
            harness.initializeState(snapshot);
            harness.open();
            for (JobWeather run : runs.subList(43, 60)) {
                process(harness, run);
            }
            results.addAll(harness.extractOutputValues());
        }

        assertThat(results).isEqualTo(judge(runs)).hasSizeGreaterThan(60);
    }

    /** A watermark may overtake a record of an earlier element's time, or not: that depends on the machine. */
    @Test
    void shouldJudgeTheSameWhetherTimersFireBeforeTheNextRunOrAfterAllRuns() throws Exception {
        List<JobWeather> runs = new ArrayList<>();
        for (int i = 0; i < 480; i++) {
            JobWeather.Builder run = i < 400 ? ordinary(i) : run(i, 0.6e9 * (1 + 0.02 * Math.sin(i * 2.3)), 0.9);
            boolean isCollectedLate = i == 479;
            runs.add(run.setDecidedAt(run.getEndTime().plus(Duration.ofHours(isCollectedLate ? 120 : 5)))
                    .build());
        }
        List<Anomaly> withoutTimers = judge(runs);
        try (var harness = harness()) {
            harness.open();
            for (JobWeather run : runs) {
                harness.processWatermark(new Watermark(run.getDecidedAt().toEpochMilli() - 1));
                process(harness, run);
            }

            assertThat(harness.extractOutputValues())
                    .isEqualTo(withoutTimers)
                    .anyMatch(anomaly -> anomaly.getKind() == AnomalyKind.CLIMATE_SHIFT);
        }
    }

    @Test
    void shouldForgetAMotifThatHasNotRunFor90Days() throws Exception {
        try (var harness = harness()) {
            harness.open();
            process(harness, ordinary(0).build());
            harness.processWatermark(
                    new Watermark(START.plus(Duration.ofDays(89)).toEpochMilli()));
            assertThat(harness.numKeyedStateEntries())
                    .as("climate, and its oldest run")
                    .isEqualTo(2);
            harness.processWatermark(
                    new Watermark(START.plus(Duration.ofDays(94)).toEpochMilli()));

            assertThat(harness.numKeyedStateEntries()).isZero();
            assertThat(harness.numEventTimeTimers()).isZero();
        }
    }
}
