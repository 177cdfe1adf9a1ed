package io.barograph.runs.operators;

import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.flink.state.AvroFormat;
import io.barograph.schemas.JobEvent;
import io.barograph.schemas.JobWeather;
import io.barograph.schemas.Quality;
import io.barograph.servers.history.HistoryPolicy;
import java.util.List;
import org.apache.flink.api.common.serialization.SerializerConfigImpl;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.streaming.api.operators.co.KeyedCoProcessOperator;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.util.KeyedTwoInputStreamOperatorTestHarness;
import org.junit.jupiter.api.Test;

class ConcurrencyFunctionTest {
    private static final long HISTORY_END = 10 * 24 * 3_600;

    private static KeyedTwoInputStreamOperatorTestHarness<String, JobWeather, JobEvent, JobWeather> harness()
            throws Exception {
        var harness = new KeyedTwoInputStreamOperatorTestHarness<String, JobWeather, JobEvent, JobWeather>(
                new KeyedCoProcessOperator<>(new ConcurrencyFunction(HistoryPolicy.DEFAULT)),
                weather -> ConcurrencyFunction.SITE,
                event -> ConcurrencyFunction.SITE,
                Types.STRING);
        harness.setup(AvroFormat.typeOf(JobWeather.class).createSerializer(new SerializerConfigImpl()));
        return harness;
    }

    private static JobWeather decision(String jobId, int start, int end, Integer nodes) {
        return JobWeather.newBuilder()
                .setJobId(jobId)
                .setExecutable("ior")
                .setStartTime(Site.at(start))
                .setEndTime(Site.at(end))
                .setFileSystem("scratch")
                .setProcesses(1)
                .setNodes(nodes)
                .setDecidedAt(Site.at(end + 35))
                .setJobReadBytes(0)
                .setJobWriteBytes(0)
                .setQuality(Quality.OK)
                .build();
    }

    @Test
    void shouldCountTheJobsOfTheTimeWhateverTheOrderAndRepetitionOfTheirEvents() throws Exception {
        OperatorSubtaskState snapshot;
        try (var harness = harness()) {
            harness.open();
            harness.processElement2(Site.end("before", 900, "COMPLETED"), 0);
            harness.processElement2(Site.start("before", 0, 1_000), 0);
            harness.processElement2(Site.start("own", 1_000, 4), 0);
            harness.processElement2(Site.start("own", 1_000, 4), 0);
            harness.processElement2(Site.end("neighbour", 2_800, "FAILED"), 0);
            harness.processElement2(Site.start("neighbour", 1_900, 10), 0);
            harness.processElement2(Site.end("never started", 2_000, "CANCELLED"), 0);
            snapshot = harness.snapshot(1, 1);
        }
        try (var restored = harness()) {
            restored.initializeState(snapshot);
            restored.open();
            restored.processElement2(Site.start("goes on", 1_500, 6), 0);
            restored.processElement2(Site.end("own", 2_830, "TIMEOUT"), 0);
            restored.processElement1(decision("own", 1_000, 2_800, null), 0);
            restored.processElement1(decision("a stranger", 1_000, 2_800, 2), 0);
            restored.processBothWatermarks(new Watermark(Site.millis(2_834)));
            assertThat(restored.extractOutputValues()).isEmpty();
            restored.processBothWatermarks(new Watermark(Site.millis(2_835)));
            List<JobWeather> results = restored.extractOutputValues();
            assertThat(results).extracting(JobWeather::getJobId).containsExactly("a stranger", "own");
            JobWeather own = results.get(1);
            assertThat(own.getJobState()).isEqualTo("TIMEOUT");
            assertThat(own.getConcurrentJobs()).isEqualTo(3);
            assertThat(own.getConcurrentNodes()).isEqualTo(20);
            double nodeHours = (4 * 1_800 + 10 * 900 + 6 * 1_300) / 3_600.0;
            assertThat(own.getConcurrentNodeHours()).isEqualTo(nodeHours);
            assertThat(own.getCfNodehrs()).isEqualTo(4 * 0.5 / nodeHours);
            assertThat(own.getMetrics()).containsEntry("concurrentJobs", 3.0).containsKey("cfNodehrs");
            assertThat(results.get(0).getJobState()).isNull();
            assertThat(results.get(0).getCfNodehrs()).isEqualTo(2 * 0.5 / nodeHours);
            restored.processBothWatermarks(new Watermark(Site.millis(HISTORY_END)));
            assertThat(restored.numKeyedStateEntries()).isZero();
            assertThat(restored.numEventTimeTimers()).isZero();
        }
    }

    /** Each event for itself is within bounds; together they are more than a number of 32, and their times of 64, bits. */
    @Test
    void shouldNotKnowTheNodesOfMoreJobsThanAnySiteCanRun() throws Exception {
        try (var harness = harness()) {
            harness.open();
            for (int i = 0; i < 2_200; i++) {
                harness.processElement2(Site.start("forged " + i, 0, 1_000_000), 0);
            }
            harness.processElement1(decision("own", 1_000, 2_800, 4), 0);
            harness.processBothWatermarks(new Watermark(Site.millis(2_835)));
            assertThat(harness.extractOutputValues()).singleElement().satisfies(weather -> {
                assertThat(weather.getConcurrentJobs()).isEqualTo(2_200);
                assertThat(weather.getConcurrentNodes()).isNull();
                assertThat(weather.getConcurrentNodeHours()).isNull();
                assertThat(weather.getCfNodehrs()).isNull();
                assertThat(weather.getMetrics())
                        .containsKey("concurrentJobs")
                        .doesNotContainKeys("concurrentNodes", "concurrentNodeHours", "cfNodehrs");
            });
        }
    }

    @Test
    void shouldLeaveADecisionAloneWhereTheSchedulerSaysNothing() throws Exception {
        try (var harness = harness()) {
            harness.open();
            JobWeather decision = decision("own", 0, 10, 1);
            harness.processElement1(decision, 0);
            harness.processBothWatermarks(new Watermark(Site.millis(100)));
            assertThat(harness.extractOutputValues()).containsExactly(decision);
            assertThat(harness.numKeyedStateEntries()).isZero();
        }
    }

    @Test
    void shouldTellTheRunsOfARequeuedJobApart() throws Exception {
        try (var harness = harness()) {
            harness.open();
            JobEvent first = Site.start("own", 0, 4);
            JobEvent firstEnd = Site.end("own", 100, "NODE_FAIL");
            JobEvent second = Site.start("own", 500, 4);
            second.setRestarts(1);
            JobEvent secondEnd = Site.end("own", 720, "COMPLETED");
            secondEnd.setRestarts(1);
            for (JobEvent event : List.of(secondEnd, first, second, firstEnd)) {
                harness.processElement2(event, 0);
            }
            harness.processElement1(decision("own", 600, 700, 4), 0);
            harness.processElement1(decision("own", 10, 90, 4), 0);
            harness.processBothWatermarks(new Watermark(Site.millis(2_000)));
            assertThat(harness.extractOutputValues())
                    .extracting(JobWeather::getJobState)
                    .containsExactly("NODE_FAIL", "COMPLETED");
            assertThat(harness.extractOutputValues())
                    .extracting(JobWeather::getConcurrentJobs)
                    .containsExactly(1, 1);
        }
    }

    @Test
    void shouldKnowAtADecisionWhatWasPublishedBeforeItWhateverHasComeSince() throws Exception {
        try (var harness = harness()) {
            harness.open();
            JobEvent tardy = Site.end("own", 725, "TIMEOUT");
            tardy.setPublishedAt(Site.at(760));
            harness.processElement2(Site.start("own", 500, 4), 0);
            harness.processElement2(tardy, 0);
            harness.processElement1(decision("own", 600, 700, 4), 0);
            harness.processElement1(decision("own", 610, 730, 4), 0);
            harness.processBothWatermarks(new Watermark(Site.millis(2_000)));
            assertThat(harness.extractOutputValues())
                    .extracting(JobWeather::getJobState)
                    .containsExactly(null, "TIMEOUT");
        }
    }

    private static final int HOUR = 3_600;

    private static JobWeather decidedLate(String jobId, int start, int end, int decidedAt) {
        return JobWeather.newBuilder(decision(jobId, start, end, 1))
                .setDecidedAt(Site.at(decidedAt))
                .build();
    }

    @Test
    void shouldAnswerByTheMinuteWhatLiesBeforeTheFineHistoryAndKnowTheStateOfAJobWhoseLogComesLate() throws Exception {
        OperatorSubtaskState snapshot;
        try (var harness = harness()) {
            harness.open();
            harness.processElement2(Site.start("goes on", 0, 10), 0);
            harness.processElement2(Site.start("own", HOUR + 20, 6), 0);
            harness.processElement2(Site.end("own", HOUR + 40, "TIMEOUT"), 0);
            harness.processElement2(Site.start("next minute", HOUR + 60, 100), 0);
            harness.processElement2(Site.end("next minute", 2 * HOUR, "COMPLETED"), 0);
            harness.processBothWatermarks(new Watermark(Site.millis(10 * HOUR)));
            snapshot = harness.snapshot(1, 1);
        }
        try (var restored = harness()) {
            restored.initializeState(snapshot);
            restored.open();
            restored.processElement2(Site.end("goes on", 10 * HOUR, "COMPLETED"), 0);
            restored.processElement1(decidedLate("own", HOUR + 25, HOUR + 55, 11 * HOUR), 0);
            restored.processBothWatermarks(new Watermark(Site.millis(11 * HOUR)));
            JobWeather late = restored.extractOutputValues().get(0);
            assertThat(late.getJobState()).isEqualTo("TIMEOUT");
            assertThat(late.getConcurrentJobs()).isEqualTo(2);
            assertThat(late.getConcurrentNodes()).isEqualTo(16);
            assertThat(late.getConcurrentNodeHours())
                    .as("half of what the minute had")
                    .isEqualTo((10 * 60 + 6 * 20) / 3_600.0 * 30 / 60);
            restored.processBothWatermarks(new Watermark(Site.millis(HISTORY_END)));
            assertThat(restored.numKeyedStateEntries()).isZero();
            assertThat(restored.numEventTimeTimers()).isZero();
        }
    }

    @Test
    void shouldCountAJobOnceWhoseEventsComeAgainLongAfterItsDecision() throws Exception {
        OperatorSubtaskState snapshot;
        try (var harness = harness()) {
            harness.open();
            harness.processElement2(Site.start("own", 0, 4), 0);
            harness.processElement2(Site.end("own", HOUR, "COMPLETED"), 0);
            harness.processElement1(decision("own", 0, HOUR, 4), 0);
            harness.processBothWatermarks(new Watermark(Site.millis(10 * HOUR)));
            assertThat(harness.extractOutputValues().get(0).getJobState()).isEqualTo("COMPLETED");
            snapshot = harness.snapshot(1, 1);
        }
        try (var restored = harness()) {
            restored.initializeState(snapshot);
            restored.open();
            restored.processElement2(Site.start("own", 0, 4), 0);
            restored.processElement2(Site.end("own", HOUR, "COMPLETED"), 0);
            restored.processElement1(decidedLate("own", 600, 1_200, 11 * HOUR), 0);
            restored.processBothWatermarks(new Watermark(Site.millis(11 * HOUR)));
            JobWeather second = restored.extractOutputValues().get(0);
            assertThat(second.getConcurrentJobs()).isEqualTo(1);
            assertThat(second.getConcurrentNodes()).isEqualTo(4);
            assertThat(second.getJobState()).as("forgotten after the first one").isNull();
        }
    }
}
