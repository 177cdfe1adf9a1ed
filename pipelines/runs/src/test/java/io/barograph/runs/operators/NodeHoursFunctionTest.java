package io.barograph.runs.operators;

import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.runs.CoverageTotalsByDay;
import io.barograph.runs.DailyCoverageTotals;
import io.barograph.runs.DailyCoverageTotals.Amount;
import io.barograph.schemas.JobEvent;
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

class NodeHoursFunctionTest {
    private static final HistoryPolicy POLICY = HistoryPolicy.DEFAULT;
    private static final int HOUR = 3_600;
    private static final long TODAY = CoverageTotalsByDay.dayOf(Site.millis(0));
    private static final long NODE_HOUR = 3_600_000;

    private static KeyedTwoInputStreamOperatorTestHarness<Integer, JobEvent, PendingRun, CoverageContribution> harness()
            throws Exception {
        return new KeyedTwoInputStreamOperatorTestHarness<>(
                new KeyedCoProcessOperator<>(new NodeHoursFunction(Site.CATALOGUE, POLICY)),
                event -> NameFingerprints.bucketOf(BatchJob.idInLogs(event)),
                run -> NameFingerprints.bucketOf(run.jobId()),
                Types.INT);
    }

    private static PendingRun log(String jobId, double end) throws Exception {
        List<PendingRun> runs = new ArrayList<>();
        new SummaryToRuns(Site.CATALOGUE, POLICY, MotifRules.DEFAULT)
                .flatMap(Site.summary(jobId, end - 10, end, 10), new ListCollector<>(runs));
        return runs.get(0);
    }

    private static DailyCoverageTotals sum(List<CoverageContribution> parts, long day) {
        CoverageTotalsByDay sum = CoverageTotalsByDay.NONE;
        for (CoverageContribution part : parts) {
            assertThat(part.fileSystem()).isEqualTo("scratch");
            sum = sum.plus(part.evidence());
        }
        return sum.days().getOrDefault(day, DailyCoverageTotals.NONE);
    }

    /** Each event for itself is within bounds. Days and runs were gone through with each further event. */
    @Test
    void shouldNotSpreadAJobOverAQuarterOfACenturyNorCountItsThousandRuns() throws Exception {
        try (var harness = harness()) {
            harness.open();
            harness.processElement1(Site.start("long", -26.0 * 366 * 24 * HOUR, 4), 0);
            harness.processElement1(Site.end("long", 100, "COMPLETED"), 0);
            for (int i = 0; i < 1_000; i++) {
                JobEvent start = Site.start("again", 0, 4);
                start.setRestarts(i);
                harness.processElement1(start, 0);
                JobEvent end = Site.end("again", 100, "REQUEUED");
                end.setRestarts(i);
                harness.processElement1(end, 0);
            }
            harness.processBothWatermarks(new Watermark(Site.millis(200)));
            List<CoverageContribution> parts = harness.extractOutputValues();
            assertThat(parts)
                    .allSatisfy(part -> assertThat(part.evidence().days()).containsOnlyKeys(TODAY));
            assertThat(sum(parts, TODAY).get(Amount.JOBS)).isEqualTo(100);
        }
    }

    @Test
    void shouldCountNodeHoursByDayFromTheEndOfAJobOnAndThoseWithALogFromTheLogOn() throws Exception {
        OperatorSubtaskState snapshot;
        try (var harness = harness()) {
            harness.open();
            // From 10 o'clock for 20 h: 14 h today, 6 h tomorrow; twice, and the end before the start.
            harness.processElement1(Site.end("job", 20 * HOUR, "COMPLETED"), 0);
            harness.processElement1(Site.start("job", 0, 4), 0);
            harness.processElement1(Site.end("job", 20 * HOUR, "COMPLETED"), 0);
            harness.processElement2(log("job", 20 * HOUR), 0);
            harness.processElement1(Site.start("goes on", 0, 7), 0);
            harness.processElement1(Site.end("never started", HOUR, "CANCELLED"), 0);
            harness.processBothWatermarks(new Watermark(Site.millis(20 * HOUR) - 1));
            assertThat(harness.extractOutputValues()).isEmpty();
            snapshot = harness.snapshot(1, 1);
        }
        try (var restored = harness()) {
            restored.initializeState(snapshot);
            restored.open();
            restored.processBothWatermarks(new Watermark(Site.millis(20 * HOUR)));
            List<CoverageContribution> atEnd = restored.extractOutputValues();
            assertThat(atEnd).extracting(CoverageContribution::knownAt).containsOnly(Site.millis(20 * HOUR));
            assertThat(sum(atEnd, TODAY).get(Amount.NODE_MILLIS)).isEqualTo(4 * 14 * NODE_HOUR);
            DailyCoverageTotals tomorrow = sum(atEnd, TODAY + CoverageTotalsByDay.DAY);
            assertThat(tomorrow.get(Amount.NODE_MILLIS)).isEqualTo(4 * 6 * NODE_HOUR);
            assertThat(tomorrow.get(Amount.JOBS)).isEqualTo(1);
            assertThat(tomorrow.get(Amount.JOBS_WITH_LOG)).isZero();
            restored.processBothWatermarks(new Watermark(Site.millis(20 * HOUR + 35)));
            DailyCoverageTotals withLog = sum(restored.extractOutputValues(), TODAY + CoverageTotalsByDay.DAY);
            assertThat(withLog.get(Amount.NODE_MILLIS)).isEqualTo(4 * 6 * NODE_HOUR);
            assertThat(withLog.get(Amount.NODE_MILLIS_WITH_LOG)).isEqualTo(4 * 6 * NODE_HOUR);
            assertThat(withLog.get(Amount.JOBS)).isEqualTo(1);
            assertThat(withLog.get(Amount.JOBS_WITH_LOG)).isEqualTo(1);
            int emitted = restored.extractOutputValues().size();
            restored.processBothWatermarks(new Watermark(Site.millis(20 * 24 * HOUR)));
            assertThat(restored.extractOutputValues()).hasSize(emitted);
            assertThat(restored.numKeyedStateEntries()).isZero();
            assertThat(restored.numEventTimeTimers()).isZero();
        }
    }

    @Test
    void shouldTellWhatALaterEventCorrects() throws Exception {
        try (var harness = harness()) {
            harness.open();
            harness.processElement1(Site.start("job", 0, 2), 0);
            harness.processElement1(Site.end("job", HOUR, "NODE_FAIL"), 0);
            harness.processBothWatermarks(new Watermark(Site.millis(2 * HOUR)));
            assertThat(sum(harness.extractOutputValues(), TODAY).get(Amount.NODE_MILLIS))
                    .isEqualTo(2 * NODE_HOUR);
            // Late, and behind what was reported.
            harness.processElement1(Site.end("job", HOUR + 1_800, "COMPLETED"), 0);
            harness.processBothWatermarks(new Watermark(Site.millis(2 * HOUR + 1)));
            DailyCoverageTotals corrected = sum(harness.extractOutputValues(), TODAY);
            assertThat(corrected.get(Amount.NODE_MILLIS)).isEqualTo(3 * NODE_HOUR);
            assertThat(corrected.get(Amount.JOBS)).isEqualTo(1);
        }
    }

    @Test
    void shouldNotCountTheWaitBetweenTheRunsOfARequeuedJob() throws Exception {
        try (var harness = harness()) {
            harness.open();
            JobEvent again = Site.start("job", 3 * HOUR, 2);
            again.setRestarts(1);
            JobEvent end = Site.end("job", 4 * HOUR, "COMPLETED");
            end.setRestarts(1);
            for (JobEvent event : List.of(Site.start("job", 0, 2), Site.end("job", HOUR, "NODE_FAIL"), again, end)) {
                harness.processElement1(event, 0);
            }
            harness.processBothWatermarks(new Watermark(Site.millis(5 * HOUR)));
            DailyCoverageTotals evidence = sum(harness.extractOutputValues(), TODAY);
            assertThat(evidence.get(Amount.NODE_MILLIS)).isEqualTo(4 * NODE_HOUR);
            assertThat(evidence.get(Amount.JOBS)).isEqualTo(2);
        }
    }

    @Test
    void shouldKeepTwoTimersOfAJobThatHasBeenTold() throws Exception {
        try (var harness = harness()) {
            harness.open();
            harness.processElement1(Site.start("job", 0, 2), 0);
            harness.processElement1(Site.end("job", HOUR, "COMPLETED"), 0);
            harness.processElement2(log("job", HOUR), 0);
            harness.processBothWatermarks(new Watermark(Site.millis(2 * HOUR)));
            assertThat(harness.numEventTimeTimers())
                    .as("to close it, and to forget it")
                    .isEqualTo(2);
        }
    }

    @Test
    void shouldTakeInAnEventAtTheTimeAtWhichItsJobWasToBeForgotten() throws Exception {
        try (var harness = harness()) {
            harness.open();
            harness.processElement1(Site.start("job", 0, 2), 0);
            harness.processElement1(Site.end("job", 7 * 24 * HOUR, "COMPLETED"), 0);
            harness.processBothWatermarks(new Watermark(Site.millis(7 * 24 * HOUR)));
            assertThat(sum(harness.extractOutputValues(), TODAY).get(Amount.NODE_MILLIS))
                    .isEqualTo(2 * 14 * NODE_HOUR);
        }
    }

    @Test
    void shouldCountAJobOnceWhoseEventsAndLogComeAgainAfterItWasClosed() throws Exception {
        OperatorSubtaskState snapshot;
        try (var harness = harness()) {
            harness.open();
            harness.processElement1(Site.start("job", 0, 2), 0);
            harness.processElement1(Site.end("job", HOUR, "COMPLETED"), 0);
            harness.processElement2(log("job", HOUR), 0);
            harness.processBothWatermarks(new Watermark(Site.millis(9 * HOUR)));
            assertThat(sum(harness.extractOutputValues(), TODAY).get(Amount.JOBS_WITH_LOG))
                    .isEqualTo(1);
            snapshot = harness.snapshot(1, 1);
        }
        try (var restored = harness()) {
            restored.initializeState(snapshot);
            restored.open();
            restored.processElement1(Site.start("job", 0, 2), 0);
            restored.processElement1(Site.end("job", HOUR, "COMPLETED"), 0);
            restored.processElement2(log("job", HOUR), 0);
            assertThat(restored.numEventTimeTimers()).as("to forget it").isEqualTo(1);
            restored.processBothWatermarks(new Watermark(Site.millis(9 * 24 * HOUR)));
            assertThat(restored.extractOutputValues()).isEmpty();
            assertThat(restored.numKeyedStateEntries()).isZero();
        }
    }
}
