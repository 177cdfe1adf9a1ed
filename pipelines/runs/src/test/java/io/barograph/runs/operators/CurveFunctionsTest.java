package io.barograph.runs.operators;

import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.flink.batches.KeyedBatch;
import io.barograph.flink.state.AvroFormat;
import io.barograph.runs.ClockShifts;
import io.barograph.runs.ClockSkew;
import io.barograph.runs.DailyCoverageTotals;
import io.barograph.runs.EdgeTraffic;
import io.barograph.schemas.IoDirection;
import io.barograph.schemas.IoInterval;
import io.barograph.schemas.JobSummary;
import io.barograph.schemas.JobWeather;
import io.barograph.schemas.Quality;
import io.barograph.schemas.WeatherMetric;
import io.barograph.schemas.metrics.TargetUsage;
import io.barograph.schemas.motif.MotifRules;
import io.barograph.servers.history.HistoryPolicy;
import io.barograph.servers.history.SampledTraffic;
import io.barograph.servers.history.TrafficChange;
import io.barograph.servers.history.WeatherSeriesNames;
import io.barograph.servers.history.WindowVolume;
import io.barograph.servers.operators.CurveChange;
import io.barograph.servers.operators.ServerSeriesUpdate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.functions.util.ListCollector;
import org.apache.flink.api.common.serialization.SerializerConfigImpl;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.streaming.api.operators.KeyedProcessOperator;
import org.apache.flink.streaming.api.operators.co.KeyedCoProcessOperator;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.util.KeyedOneInputStreamOperatorTestHarness;
import org.apache.flink.streaming.util.KeyedTwoInputStreamOperatorTestHarness;
import org.junit.jupiter.api.Test;

/** Each stateful function alone: behaviour, restore from a snapshot, and that nothing is left when it should not be. */
class CurveFunctionsTest {
    private static final HistoryPolicy POLICY = HistoryPolicy.DEFAULT;
    private static final long HISTORY_END = 9 * 24 * 3_600;

    private static KeyedTwoInputStreamOperatorTestHarness<String, KeyedBatch<CurveChange>, PendingRun, CurveResponse>
            fileSystemCurves() throws Exception {
        return new KeyedTwoInputStreamOperatorTestHarness<>(
                new KeyedCoProcessOperator<>(new FileSystemCurveFunction(POLICY, Site.CATALOGUE)),
                changes -> changes.first().fileSystem(),
                PendingRun::fileSystem,
                Types.STRING);
    }

    private static KeyedTwoInputStreamOperatorTestHarness<Integer, PendingRun, PendingRun, PendingRun> intake()
            throws Exception {
        return new KeyedTwoInputStreamOperatorTestHarness<>(
                new KeyedCoProcessOperator<>(new RunIntakeFunction(POLICY)),
                RunIntakeFunction::bucketOf,
                sample -> 0,
                Types.INT);
    }

    private static KeyedOneInputStreamOperatorTestHarness<String, CurveResponse, JobWeather> decisions()
            throws Exception {
        KeyedOneInputStreamOperatorTestHarness<String, CurveResponse, JobWeather> harness =
                new KeyedOneInputStreamOperatorTestHarness<>(
                        new KeyedProcessOperator<>(new DecisionFunction(POLICY)),
                        answer -> answer.run().fileSystem(),
                        Types.STRING);
        harness.setup(AvroFormat.typeOf(JobWeather.class).createSerializer(new SerializerConfigImpl()));
        return harness;
    }

    private static <T> KeyedBatch<T> batch(T element) {
        return new KeyedBatch<>(List.of(element));
    }

    private static PendingRun run(String jobId, int start, int end, Integer... osts) {
        List<PendingRun> runs = new ArrayList<>();
        new SummaryToRuns(Site.CATALOGUE, POLICY, MotifRules.DEFAULT)
                .flatMap(Site.summary(jobId, start, end, 100, osts), new ListCollector<>(runs));
        return runs.get(0);
    }

    private static CurveResponse answer(
            PendingRun run, DecisionRevision revision, boolean ofFileSystem, long bytes, long missing) {
        WindowVolume volume =
                new WindowVolume(SampledTraffic.of(bytes, 0, 0, 0, 10 - missing, 0, 0, 0, 0, 0), 10, 1, false, false);
        return new CurveResponse(
                run,
                revision,
                new RunVolumeSet(volume, WindowVolume.NONE, WindowVolume.NONE, EdgeTraffic.NONE, EdgeTraffic.NONE),
                ofFileSystem ? new FileSystemResponse(run.use().bytes(), volume, Map.of()) : null);
    }

    @Test
    void shouldAnswerFromTheCurveOfTheFileSystemAfterARestore() throws Exception {
        OperatorSubtaskState snapshot;
        try (var harness = fileSystemCurves()) {
            harness.open();
            for (int second = 5; second <= 100; second += 5) {
                for (String server : List.of("OST0000", "OST0001")) {
                    harness.processElement1(
                            batch(CurveChange.ofCurve(
                                    "scratch",
                                    second == 5 ? server : "",
                                    new TrafficChange(
                                            Site.millis(second),
                                            TrafficChange.IN_TIME,
                                            SampledTraffic.of(7, 0, 0, 0, 1, 0, 0, 0, 1, 0)))),
                            0);
                }
            }
            ServerSeriesUpdate load = new ServerSeriesUpdate(
                    Site.millis(50),
                    "OST0000",
                    List.of(new ServerSeriesUpdate.Value(WeatherSeriesNames.OSS_CPU, 5_000_000, 1, false)),
                    new TargetUsage(Site.millis(50), 30, 100, "oss1"));
            harness.processElement1(batch(CurveChange.ofMeasures("scratch", CurveChange.OSS + "oss1", load)), 0);
            harness.processElement2(run("job", 50, 55), 0);
            snapshot = harness.snapshot(1, 1);
        }
        try (var restored = fileSystemCurves()) {
            restored.initializeState(snapshot);
            restored.open();
            restored.processBothWatermarks(new Watermark(Site.millis(HISTORY_END)));
            List<CurveResponse> answers = restored.extractOutputValues();
            assertThat(answers)
                    .as("nothing was missing, so there is no revision")
                    .hasSize(1);
            assertThat(answers.get(0).volumes().run().traffic().readBytes()).isEqualTo(4 * 7);
            assertThat(answers.get(0).volumes().run().expectedSamples()).isEqualTo(4);
            assertThat(answers.get(0).volumes().run().missingFraction()).isZero();
            assertThat(answers.get(0).ofFileSystem().metrics())
                    .containsEntry(WeatherMetric.SERVER_READ_MAX_BYTES_PER_SECOND, 14 / 5.0)
                    .containsEntry(WeatherMetric.OSS_CPU_MEAN_PERCENT, 5.0)
                    .containsEntry(WeatherMetric.OSS_CPU_MEAN_MISSING_AS_ZERO_PERCENT, 2.5)
                    .containsEntry(WeatherMetric.OST_FULLEST_PERCENT, 30.0);
            assertThat(answers.get(0).ofFileSystem().jobBytes()).isEqualTo(100);
            assertThat(restored.numKeyedStateEntries()).isZero();
            assertThat(restored.numEventTimeTimers()).isZero();
        }
    }

    @Test
    void shouldGiveTheTrafficOfAnHourAndTheShiftsAtWhichARunIsPossibleAfterARestore() throws Exception {
        long bytes = 2_000_000_000L;
        JobSummary summary = Site.summary("job", 1_000, 1_004, bytes);
        summary.getFileSystems()
                .get(0)
                .setIoIntervals(List.of(new IoInterval(IoDirection.READ, 0L, 4_000_000L, bytes)));
        List<PendingRun> runs = new ArrayList<>();
        new SummaryToRuns(Site.CATALOGUE, POLICY, MotifRules.DEFAULT).flatMap(summary, new ListCollector<>(runs));
        OperatorSubtaskState snapshot;
        try (var harness = fileSystemCurves()) {
            harness.open();
            harness.processElement2(runs.get(0), 0);
            for (int second = 5; second <= 1_500; second += 5) {
                // All that the run moved closes at 1 020 s, where shifts from 12 s to 20 s find it.
                SampledTraffic traffic = SampledTraffic.of(second == 1_020 ? bytes : 0, 0, 0, 0, 1, 0, 0, 0, 1, 0);
                harness.processElement1(
                        batch(CurveChange.ofCurve(
                                "scratch",
                                second == 5 ? "OST0000" : "",
                                new TrafficChange(Site.millis(second), TrafficChange.IN_TIME, traffic))),
                        0);
                if (second == 1_100) {
                    harness.processBothWatermarks(new Watermark(Site.millis(second)));
                }
            }
            harness.processElement1(
                    batch(CurveChange.ofCurve(
                            "scratch",
                            "",
                            new TrafficChange(
                                    Site.millis(2_600),
                                    TrafficChange.IN_TIME,
                                    SampledTraffic.of(0, 0, 0, 0, 1, 0, 0, 0, 1, 0)))),
                    0);
            assertThat(harness.extractOutputValues()).hasSize(1);
            assertThat(harness.getSideOutput(FileSystemCurveFunction.EVIDENCE)).isNull();
            snapshot = harness.snapshot(1, 1);
        }
        try (var restored = fileSystemCurves()) {
            restored.initializeState(snapshot);
            restored.open();
            restored.processBothWatermarks(new Watermark(Site.millis(HISTORY_END)));
            List<CoverageContribution> parts = new ArrayList<>();
            restored.getSideOutput(FileSystemCurveFunction.EVIDENCE).forEach(record -> parts.add(record.getValue()));
            assertThat(parts).hasSize(2);
            // The last label of the window + 60 s, lateness, revision delay.
            assertThat(parts.get(0).knownAt()).isEqualTo(Site.millis(1_009 + 60 + 30 + 900));
            ClockSkew one =
                    parts.get(0).evidence().days().firstEntry().getValue().clockSkew();
            assertThat(one.runs()).isEqualTo(1);
            ClockSkew several = ClockSkew.NONE;
            for (int i = 0; i < ClockSkew.MIN_RUNS; i++) {
                several = several.plus(one);
            }
            assertThat(several.estimate(ClockShifts.of(5_000), 5_000)).isEqualTo(new ClockSkew.Estimate(16, 12, 20, 8));
            DailyCoverageTotals traffic =
                    parts.get(1).evidence().days().firstEntry().getValue();
            assertThat(parts.get(1).knownAt()).isEqualTo(Site.millis(3_600 + 5 + 30 + 900));
            assertThat(parts.get(1).trafficUntil()).isEqualTo(Site.millis(2_600));
            assertThat(traffic.get(DailyCoverageTotals.Amount.SERVER_READ_BYTES))
                    .isEqualTo(bytes);
            assertThat(traffic.get(DailyCoverageTotals.Amount.EXPECTED_SAMPLES)).isEqualTo(520);
            assertThat(traffic.get(DailyCoverageTotals.Amount.MISSING_SAMPLES)).isEqualTo(520 - 301);
            assertThat(restored.numKeyedStateEntries()).isZero();
            assertThat(restored.numEventTimeTimers()).isZero();
        }
    }

    @Test
    void shouldLetARunThroughOnceAcrossARestoreAndForgetItLater() throws Exception {
        PendingRun run = run("job", 50, 55, 0, 7);
        OperatorSubtaskState snapshot;
        try (var harness = intake()) {
            harness.open();
            harness.processElement1(run, 0);
            harness.processElement1(run, 0);
            assertThat(harness.extractOutputValues()).containsExactly(run);
            assertThat(harness.getSideOutput(RunIntakeFunction.QUESTIONS)).hasSize(2);
            snapshot = harness.snapshot(1, 1);
        }
        try (var restored = intake()) {
            restored.initializeState(snapshot);
            restored.open();
            restored.processElement1(run, 0);
            assertThat(restored.extractOutputValues()).isEmpty();
            restored.processBothWatermarks(new Watermark(Site.millis(HISTORY_END)));
            assertThat(restored.numKeyedStateEntries()).isZero();
            assertThat(restored.numEventTimeTimers()).isZero();
        }
    }

    @Test
    void shouldRefuseALogThatContradictsAnEarlierOneAndTakeARepeatedOneSilently() throws Exception {
        PendingRun run = run("job", 50, 55, 0, 1);
        try (var harness = intake()) {
            harness.open();
            harness.processElement1(run, 0);
            PendingRun collectedLater = new PendingRun(
                    run.jobId(),
                    run.executable(),
                    run.startMicros(),
                    run.endMicros(),
                    run.fileSystem(),
                    run.use(),
                    run.servers(),
                    run.active(),
                    run.movement(),
                    run.intervalMillis(),
                    run.decidedAt() + 60_000,
                    JobWeather.newBuilder(run.draft())
                            .setDecidedAt(run.draft().getDecidedAt().plusSeconds(60))
                            .build());
            harness.processElement1(collectedLater, 0);
            assertThat(harness.getSideOutput(RunIntakeFunction.REFUSED)).isNullOrEmpty();
            PendingRun other = new PendingRun(
                    run.jobId(),
                    run.executable(),
                    run.startMicros(),
                    run.endMicros(),
                    run.fileSystem(),
                    new PendingRun.Use(1, 2, 3, 4, 5, 6),
                    run.servers(),
                    run.active(),
                    run.movement(),
                    run.intervalMillis(),
                    run.decidedAt(),
                    run.draft());
            harness.processElement1(other, 0);

            assertThat(harness.extractOutputValues()).containsExactly(run);
            assertThat(harness.getSideOutput(RunIntakeFunction.REFUSED))
                    .singleElement()
                    .satisfies(letter -> {
                        assertThat(letter.getValue().getReason())
                                .contains("contradicts an earlier log of the same run", "job");
                        assertThat(letter.getValue().getSource()).isEqualTo("job-summaries");
                    });
        }
    }

    @Test
    void shouldGatherAllAnswersAndEmitInTheOrderOfDecisionAndIdentity() throws Exception {
        PendingRun later = run("a-later", 50, 70);
        PendingRun named = run("b", 50, 55, 0, 1);
        PendingRun unnamed = run("a", 50, 55);
        OperatorSubtaskState snapshot;
        try (var harness = decisions()) {
            harness.open();
            harness.processElement(answer(later, DecisionRevision.FIRST, true, 1_000, 0), 0);
            harness.processElement(answer(named, DecisionRevision.FIRST, true, 1_000, 0), 0);
            harness.processElement(answer(named, DecisionRevision.FIRST, false, 100, 0), 0);
            harness.processElement(answer(unnamed, DecisionRevision.FIRST, true, 400, 0), 0);
            snapshot = harness.snapshot(1, 1);
        }
        try (var restored = decisions()) {
            restored.initializeState(snapshot);
            restored.open();
            restored.processElement(answer(named, DecisionRevision.FIRST, false, 100, 0), 0);
            restored.processWatermark(Site.millis(200));
            List<JobWeather> results = restored.extractOutputValues();
            assertThat(results).extracting(JobWeather::getJobId).containsExactly("a", "b", "a-later");
            assertThat(results.get(0).getCfBw()).isEqualTo(0.25);
            assertThat(results.get(1).getCfBw()).isEqualTo(0.5);
            assertThat(results.get(1).getCfBwFs()).isEqualTo(0.1);
            restored.processElement(answer(named, DecisionRevision.SECOND, true, 1_000, 0), 0);
            restored.processElement(answer(named, DecisionRevision.SECOND, false, 100, 0), 0);
            restored.processElement(answer(named, DecisionRevision.SECOND, false, 100, 0), 0);
            restored.processWatermark(Site.millis(HISTORY_END));
            assertThat(restored.extractOutputValues())
                    .as("nothing was missing, so nothing is emitted again")
                    .hasSize(3);
            assertThat(restored.numKeyedStateEntries()).isZero();
            assertThat(restored.numEventTimeTimers()).isZero();
        }
    }

    @Test
    void shouldReviseADecisionOfWhichSamplesWereMissing() throws Exception {
        PendingRun run = run("job", 50, 55);
        try (var harness = decisions()) {
            harness.open();
            harness.processElement(answer(run, DecisionRevision.FIRST, true, 400, 2), 0);
            harness.processElement(answer(run, DecisionRevision.SECOND, true, 500, 0), 0);
            harness.processWatermark(Site.millis(HISTORY_END));
            List<JobWeather> results = harness.extractOutputValues();
            assertThat(results).extracting(JobWeather::getRevision).containsExactly(1, 2);
            assertThat(results).extracting(JobWeather::getQuality).containsExactly(Quality.MISSING, Quality.OK);
            assertThat(results).extracting(JobWeather::getCfBw).containsExactly(0.25, 0.2);
            assertThat(harness.numKeyedStateEntries()).isZero();
        }
    }
}
