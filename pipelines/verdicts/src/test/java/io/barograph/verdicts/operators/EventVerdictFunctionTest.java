package io.barograph.verdicts.operators;

import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.flink.state.AvroFormat;
import io.barograph.schemas.Anomaly;
import io.barograph.schemas.AnomalyKind;
import io.barograph.schemas.AvroCodec;
import io.barograph.schemas.ContentionEvent;
import io.barograph.schemas.EventKind;
import io.barograph.schemas.EventState;
import io.barograph.schemas.EventType;
import io.barograph.schemas.Verdict;
import java.time.Instant;
import java.util.List;
import org.apache.flink.api.common.serialization.SerializerConfigImpl;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.streaming.api.operators.co.KeyedCoProcessOperator;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.util.KeyedTwoInputStreamOperatorTestHarness;
import org.junit.jupiter.api.Test;

class EventVerdictFunctionTest {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    static {
        AvroCodec.of(Anomaly.class); // makes Avro trust the records
        AvroCodec.of(ContentionEvent.class);
    }

    private static KeyedTwoInputStreamOperatorTestHarness<String, Anomaly, ContentionEvent, Anomaly> harness()
            throws Exception {
        KeyedTwoInputStreamOperatorTestHarness<String, Anomaly, ContentionEvent, Anomaly> harness =
                new KeyedTwoInputStreamOperatorTestHarness<>(
                        new KeyedCoProcessOperator<>(new EventVerdictFunction()),
                        Anomaly::getFileSystem,
                        ContentionEvent::getFileSystem,
                        Types.STRING);
        harness.setup(AvroFormat.typeOf(Anomaly.class).createSerializer(new SerializerConfigImpl()));
        return harness;
    }

    private static long millis(long second) {
        return START.plusSeconds(second).toEpochMilli();
    }

    /** Of a run of 100 s that lost half of its performance, decided 35 s after its end. */
    private static Anomaly verdict(String jobId, int end) {
        return Anomaly.newBuilder()
                .setKind(AnomalyKind.RUN)
                .setJobId(jobId)
                .setFileSystem("scratch")
                .setStartTime(START.plusSeconds(end - 100))
                .setEndTime(START.plusSeconds(end))
                .setDecidedAt(START.plusSeconds(end + 35))
                .setVerdict(Verdict.ANOMALOUS)
                .setAnomalous(true)
                .setQuartile(4)
                .setPerformance(1e9)
                .setUsualPerformance(2e9)
                .setClimateSize(20)
                .setLoss(Math.log(2))
                .setLikelyCause("LASTING")
                .build();
    }

    private static ContentionEvent.Builder event(int onset, int decided, EventState state) {
        return ContentionEvent.newBuilder()
                .setKind(EventKind.CONTENTION)
                .setType(EventType.WRITE)
                .setState(state)
                .setFileSystem("scratch")
                .setOnset(START.plusSeconds(onset))
                .setDecidedAt(START.plusSeconds(decided))
                .setWorstSlowdown(4.0);
    }

    private static void process(
            KeyedTwoInputStreamOperatorTestHarness<String, Anomaly, ContentionEvent, Anomaly> harness, Anomaly verdict)
            throws Exception {
        harness.processElement1(verdict, verdict.getDecidedAt().toEpochMilli());
    }

    private static void process(
            KeyedTwoInputStreamOperatorTestHarness<String, Anomaly, ContentionEvent, Anomaly> harness,
            ContentionEvent.Builder event)
            throws Exception {
        harness.processElement2(event.build(), event.getDecidedAt().toEpochMilli());
    }

    private static List<String> causes(
            KeyedTwoInputStreamOperatorTestHarness<String, Anomaly, ContentionEvent, Anomaly> harness) {
        return harness.extractOutputValues().stream()
                .map(verdict -> verdict.getJobId() + " " + verdict.getLikelyCause())
                .toList();
    }

    @Test
    void shouldKnowTheEventsOfTheInstantOfTheDecisionWhateverTheOrderOfArrival() throws Exception {
        for (boolean isEventFirst : new boolean[] {true, false}) {
            OperatorSubtaskState snapshot;
            try (var harness = harness()) {
                harness.open();
                if (isEventFirst) {
                    process(harness, event(950, 1_035, EventState.OPENED));
                }
                process(harness, verdict("before", 999));
                process(harness, verdict("then", 1_000));
                if (!isEventFirst) {
                    process(harness, event(950, 1_035, EventState.OPENED));
                }
                assertThat(harness.extractOutputValues()).isEmpty();
                snapshot = harness.snapshot(1, 1);
            }
            try (var harness = harness()) {
                harness.initializeState(snapshot);
                harness.open();
                harness.processWatermark1(new Watermark(millis(2_000)));
                assertThat(harness.extractOutputValues())
                        .as("contention is behind")
                        .isEmpty();
                harness.processWatermark2(new Watermark(millis(2_000)));
                assertThat(causes(harness)).containsExactly("then LOAD_WRITE", "before LOAD_WRITE");
            }
        }
    }

    @Test
    void shouldKnowTheDegradationThatIsReportedSoonAfterTheDecision() throws Exception {
        long limit = 1_035 + EventVerdictFunction.WAITS_FOR_EVENT.toSeconds();
        for (long opened : new long[] {limit, limit + 1}) {
            try (var harness = harness()) {
                harness.open();
                process(harness, verdict("slow", 1_000));
                process(
                        harness,
                        Anomaly.newBuilder(verdict("fast", 1_000))
                                .setAnomalous(false)
                                .setQuartile(2)
                                .build());
                process(harness, event(950, (int) opened, EventState.OPENED).setKind(EventKind.DEGRADED));
                harness.processBothWatermarks(new Watermark(millis(limit) - 1));
                assertThat(causes(harness)).containsExactly("fast LASTING");

                harness.processBothWatermarks(new Watermark(millis(limit + 1)));
                assertThat(causes(harness))
                        .containsExactly("fast LASTING", opened == limit ? "slow DEGRADED" : "slow LASTING");
            }
        }
    }

    /** Where a revision is configured to come sooner than a verdict waits for an event. */
    @Test
    void shouldNotEmitAnEarlierVerdictAfterItsRevision() throws Exception {
        try (var harness = harness()) {
            harness.open();
            Anomaly first = verdict("slow", 1_000);
            process(harness, first);
            process(harness, verdict("other", 1_000));
            process(
                    harness,
                    Anomaly.newBuilder(first)
                            .setRevision(2)
                            .setDecidedAt(START.plusSeconds(1_060))
                            .setAnomalous(false)
                            .setQuartile(2)
                            .build());
            harness.processBothWatermarks(new Watermark(millis(3_000)));

            assertThat(harness.extractOutputValues())
                    .extracting(verdict -> verdict.getJobId() + " " + verdict.getRevision())
                    .containsExactly("slow 2", "other 1");
            assertThat(harness.numKeyedStateEntries()).isZero();
        }
    }

    @Test
    void shouldTakeALateVerdictAtOnce() throws Exception {
        try (var harness = harness()) {
            harness.open();
            process(harness, event(950, 980, EventState.OPENED));
            harness.processBothWatermarks(new Watermark(millis(2_000)));
            process(harness, verdict("late", 1_000));

            assertThat(causes(harness)).containsExactly("late LOAD_WRITE");
        }
    }

    @Test
    void shouldTakeTheLastRecordOfAnEventAndForgetWhatAnotherHasTakenIn() throws Exception {
        try (var harness = harness()) {
            harness.open();
            process(harness, event(500, 530, EventState.OPENED));
            process(harness, event(500, 600, EventState.CLOSED).setRevision(2).setEnd(START.plusSeconds(590)));
            process(harness, verdict("after", 700));
            process(harness, event(1_000, 1_030, EventState.OPENED));
            process(
                    harness,
                    event(1_000, 1_060, EventState.CLOSED)
                            .setRevision(2)
                            .setEnd(START.plusSeconds(1_060))
                            .setMergedInto(START.plusSeconds(900)));
            process(harness, verdict("merged", 1_060));
            harness.processBothWatermarks(new Watermark(millis(3_000)));

            assertThat(causes(harness)).containsExactly("after LASTING", "merged LASTING");
        }
    }

    @Test
    void shouldKeepTheLatestOfTooManyEvents() throws Exception {
        try (var harness = harness()) {
            harness.open();
            for (int i = 0; i < EventVerdictFunction.MAX_EVENTS + 10; i++) {
                process(harness, event(500 + i, 530 + i, EventState.OPENED));
            }
            Anomaly met = verdict("met", 3_000);
            process(harness, met);
            process(
                    harness,
                    Anomaly.newBuilder(met)
                            .setJobId("too early")
                            .setStartTime(START.plusSeconds(409))
                            .setEndTime(START.plusSeconds(509))
                            .build());
            harness.processBothWatermarks(new Watermark(millis(4_000)));

            assertThat(causes(harness)).containsExactly("met LOAD_WRITE", "too early LASTING");
        }
    }

    @Test
    void shouldKeepNothingOfWhatIsLongOver() throws Exception {
        try (var harness = harness()) {
            harness.open();
            process(harness, event(500, 530, EventState.OPENED));
            process(harness, event(500, 600, EventState.CLOSED).setRevision(2).setEnd(START.plusSeconds(590)));
            process(harness, verdict("met", 550));
            long kept = EventVerdictFunction.KEPT_AFTER_END.toSeconds();
            harness.processBothWatermarks(new Watermark(millis(590 + kept - 1)));
            assertThat(causes(harness)).containsExactly("met LOAD_WRITE");
            assertThat(harness.numKeyedStateEntries()).isPositive();

            harness.processBothWatermarks(new Watermark(millis(590 + kept)));
            assertThat(harness.numKeyedStateEntries()).isZero();
            assertThat(harness.numEventTimeTimers()).isZero();
        }
    }
}
