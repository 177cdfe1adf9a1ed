package io.barograph.runs.operators;

import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.schemas.JobEvent;
import io.barograph.schemas.JobSummary;
import io.barograph.schemas.WeatherRecordKind;
import io.barograph.schemas.motif.MotifRules;
import io.barograph.servers.history.HistoryPolicy;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.functions.util.ListCollector;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.streaming.api.operators.co.KeyedCoProcessOperator;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.util.KeyedTwoInputStreamOperatorTestHarness;
import org.junit.jupiter.api.Test;

class MissingLogFunctionTest {
    private static final HistoryPolicy POLICY = HistoryPolicy.DEFAULT;
    private static final int DAY = 24 * 3_600;

    private static KeyedTwoInputStreamOperatorTestHarness<Integer, JobEvent, PendingRun, PendingRun> harness()
            throws Exception {
        return new KeyedTwoInputStreamOperatorTestHarness<>(
                new KeyedCoProcessOperator<>(new MissingLogFunction(Site.CATALOGUE, POLICY)),
                event -> NameFingerprints.bucketOf(BatchJob.idInLogs(event)),
                run -> NameFingerprints.bucketOf(run.jobId()),
                Types.INT);
    }

    private static PendingRun log(String jobId) throws Exception {
        List<PendingRun> runs = new ArrayList<>();
        new SummaryToRuns(Site.CATALOGUE, POLICY, MotifRules.DEFAULT)
                .flatMap(Site.summary(jobId, 0, 100, 10), new ListCollector<>(runs));
        return runs.get(0);
    }

    @Test
    void shouldAskForTheWeatherOfAJobThatLeftNoLogForADay() throws Exception {
        OperatorSubtaskState snapshot;
        try (var harness = harness()) {
            harness.open();
            harness.processElement1(Site.end("killed", 3_600, "TIMEOUT"), 0);
            harness.processElement1(Site.end("killed", 3_600, "TIMEOUT"), 0);
            harness.processElement1(Site.start("killed", 0, 8), 0);
            harness.processElement1(Site.start("logged", 0, 8), 0);
            harness.processElement1(Site.end("logged", 3_600, "COMPLETED"), 0);
            harness.processElement2(log("logged"), 0);
            harness.processElement1(Site.end("start unknown", 3_600, "TIMEOUT"), 0);
            snapshot = harness.snapshot(1, 1);
        }
        try (var restored = harness()) {
            restored.initializeState(snapshot);
            restored.open();
            restored.processBothWatermarks(new Watermark(Site.millis(3_599 + DAY)));
            assertThat(restored.extractOutputValues()).isEmpty();
            restored.processBothWatermarks(new Watermark(Site.millis(3_600 + DAY)));
            assertThat(restored.extractOutputValues()).hasSize(1);
            PendingRun run = restored.extractOutputValues().get(0);
            assertThat(run.jobId()).isEqualTo("killed");
            assertThat(run.isWithoutLog()).isTrue();
            assertThat(run.decidedAt()).isEqualTo(Site.millis(3_600 + DAY));
            assertThat(run.draft().getRecordKind()).isEqualTo(WeatherRecordKind.NO_DARSHAN);
            assertThat(run.draft().getJobState()).isEqualTo("TIMEOUT");
            assertThat(run.draft().getNodes()).isEqualTo(8);
            restored.processBothWatermarks(new Watermark(Site.millis(9 * DAY)));
            assertThat(restored.extractOutputValues()).hasSize(1);
            assertThat(restored.numKeyedStateEntries()).isZero();
            assertThat(restored.numEventTimeTimers()).isZero();
        }
    }

    @Test
    void shouldMissNoLogOfAJobThatUsedOtherFileSystemsOnly() throws Exception {
        JobSummary summary = Site.summary("home", 0, 100, 10);
        summary.getFileSystems().get(0).setFileSystem("/home");
        List<PendingRun> runs = new ArrayList<>();
        new SummaryToRuns(Site.CATALOGUE, POLICY, MotifRules.DEFAULT).flatMap(summary, new ListCollector<>(runs));
        assertThat(runs).hasSize(1);
        try (var harness = harness()) {
            harness.open();
            harness.processElement1(Site.start("home", 0, 8), 0);
            harness.processElement1(Site.end("home", 3_600, "COMPLETED"), 0);
            harness.processElement2(runs.get(0), 0);
            harness.processBothWatermarks(new Watermark(Site.millis(3_600 + DAY)));
            assertThat(harness.extractOutputValues()).isEmpty();
        }
    }

    @Test
    void shouldKeepOneTimerOfAJobToForgetItHoweverMuchIsToldOfIt() throws Exception {
        try (var harness = harness()) {
            harness.open();
            harness.processElement1(Site.start("job", 0, 8), 0);
            harness.processElement1(Site.end("job", 3_600, "COMPLETED"), 0);
            harness.processElement2(log("job"), 0);
            assertThat(harness.numEventTimeTimers()).as("to forget it").isEqualTo(1);
        }
    }

    @Test
    void shouldNotTakeTheTimeToForgetAJobForThatOfItsLog() throws Exception {
        try (var harness = harness()) {
            harness.open();
            // The start is forgotten after 7 days, when the log of a job of 6 days is missed.
            harness.processElement1(Site.start("long", 0, 8), 0);
            harness.processElement1(Site.end("long", 6 * DAY, "TIMEOUT"), 0);
            harness.processBothWatermarks(new Watermark(Site.millis(7 * DAY)));
            assertThat(harness.extractOutputValues()).hasSize(1);
        }
    }

    @Test
    void shouldAskOnceForAJobWhateverIsToldOfItLater() throws Exception {
        try (var harness = harness()) {
            harness.open();
            for (String job : List.of("b", "a", "b")) {
                harness.processElement1(Site.start(job, 0, 8), 0);
                harness.processElement1(Site.end(job, 3_600, "TIMEOUT"), 0);
            }
            harness.processBothWatermarks(new Watermark(Site.millis(3_600 + DAY)));
            assertThat(harness.extractOutputValues())
                    .extracting(PendingRun::jobId)
                    .containsExactlyInAnyOrder("a", "b");
            harness.processElement1(Site.start("a", 0, 8), 0);
            harness.processElement1(Site.end("a", 3_700, "TIMEOUT"), 0);
            harness.processBothWatermarks(new Watermark(Site.millis(3_700 + DAY)));
            assertThat(harness.extractOutputValues()).hasSize(2);
        }
    }
}
