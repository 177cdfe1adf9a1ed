package io.barograph.verdicts.operators;

import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.schemas.AvroCodec;
import io.barograph.schemas.JobWeather;
import io.barograph.schemas.Quality;
import io.barograph.schemas.SiteEvent;
import io.barograph.schemas.SiteEventKind;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.streaming.api.operators.co.KeyedCoProcessOperator;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.util.KeyedTwoInputStreamOperatorTestHarness;
import org.junit.jupiter.api.Test;

class OrderByDecisionTest {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    static {
        AvroCodec.of(JobWeather.class); // makes Avro trust the records
    }

    private static KeyedTwoInputStreamOperatorTestHarness<String, JobWeather, SiteEvent, OrderedWeather> harness()
            throws Exception {
        return new KeyedTwoInputStreamOperatorTestHarness<>(
                new KeyedCoProcessOperator<>(new OrderByDecision()),
                JobWeather::getFileSystem,
                SiteEvent::getFileSystem,
                Types.STRING);
    }

    private static JobWeather run(String jobId, int second) {
        Instant end = START.plusSeconds(second);
        return JobWeather.newBuilder()
                .setJobId(jobId)
                .setExecutable("ior")
                .setStartTime(end.minusSeconds(100))
                .setEndTime(end)
                .setFileSystem("scratch")
                .setProcesses(1)
                .setQuality(Quality.OK)
                .setDecidedAt(end.plusSeconds(35))
                .setJobReadBytes(0)
                .setJobWriteBytes(0)
                .build();
    }

    private static JobWeather decided(int second, int start) {
        return JobWeather.newBuilder(run("run", second))
                .setDecidedAt(START.plusSeconds(second))
                .setStartTime(START.plusSeconds(start))
                .build();
    }

    private static SiteEvent event(String id, SiteEventKind kind, int second) {
        return SiteEvent.newBuilder()
                .setId(id)
                .setFileSystem("scratch")
                .setKind(kind)
                .setFrom(START.plusSeconds(second))
                .setText("")
                .setRecordedAt(START.plusSeconds(second))
                .build();
    }

    private static Watermark watermark(int second) {
        return new Watermark(START.plusSeconds(second).toEpochMilli());
    }

    @Test
    void shouldEmitInTheOrderOfDecisionAndIdentityWhateverTheOrderOfArrival() throws Exception {
        try (var harness = harness()) {
            harness.open();
            harness.processElement1(run("c", 300), 0);
            harness.processElement1(run("b", 200), 0);
            harness.processElement1(run("a", 300), 0);
            harness.processBothWatermarks(watermark(400));

            assertThat(harness.extractOutputValues())
                    .extracting(ordered -> ordered.weather().getJobId())
                    .containsExactly("b", "a", "c");
            assertThat(harness.numKeyedStateEntries()).isZero();
            assertThat(harness.numEventTimeTimers()).isZero();
        }
    }

    @Test
    void shouldTakeALateRunAtOnce() throws Exception {
        try (var harness = harness()) {
            harness.open();
            harness.processBothWatermarks(watermark(1_000));
            harness.processElement1(run("late", 200), 0);

            assertThat(harness.extractOutputValues()).hasSize(1);
        }
    }

    @Test
    void shouldTakeChangesInTheOrderOfEventTimeWhateverTheOrderOfArrival() throws Exception {
        // Declared at 2 000: a run that was decided before knows nothing of it, in a replay as live.
        SiteEvent change = SiteEvent.newBuilder(event("1", SiteEventKind.CHANGE, 50))
                .setRecordedAt(START.plusSeconds(2_000))
                .build();
        SiteEvent corrected = SiteEvent.newBuilder(event("1", SiteEventKind.CHANGE, 90))
                .setRecordedAt(START.plusSeconds(4_000))
                .build();
        SiteEvent withdrawn = SiteEvent.newBuilder(event("1", SiteEventKind.MAINTENANCE, 90))
                .setRecordedAt(START.plusSeconds(8_000))
                .build();
        List<Long> expected = List.of(
                Long.MIN_VALUE,
                START.plusSeconds(50).toEpochMilli(),
                START.plusSeconds(90).toEpochMilli(),
                Long.MIN_VALUE);
        for (List<SiteEvent> order : List.of(
                List.of(change, corrected, withdrawn),
                List.of(withdrawn, corrected, change),
                List.of(corrected, withdrawn, change))) {
            OperatorSubtaskState snapshot;
            List<Long> seen = new ArrayList<>();
            try (var harness = harness()) {
                harness.open();
                harness.processElement2(order.get(0), 0);
                harness.processElement1(run("before", 1_000), 0);
                harness.processElement2(order.get(1), 0);
                harness.processElement1(run("after", 3_000), 0);
                harness.processElement1(run("corrected", 6_000), 0);
                harness.processElement2(order.get(2), 0);
                harness.processBothWatermarks(watermark(1_500));
                snapshot = harness.snapshot(1, 1);
                harness.extractOutputValues().forEach(run -> seen.add(run.systemChangedAt()));
            }
            try (var harness = harness()) {
                harness.initializeState(snapshot);
                harness.open();
                harness.processElement1(run("withdrawn", 9_000), 0);
                harness.processBothWatermarks(watermark(10_000));
                harness.extractOutputValues().forEach(run -> seen.add(run.systemChangedAt()));
                assertThat(harness.numKeyedStateEntries()).isZero();
                assertThat(harness.numEventTimeTimers()).isZero();
            }
            assertThat(seen).isEqualTo(expected);
        }
    }

    @Test
    void shouldKeepNoMoreChangesThanItCanHold() throws Exception {
        try (var harness = harness()) {
            harness.open();
            for (int i = 0; i < 2 * OrderByDecision.MAX_CHANGES; i++) {
                harness.processElement2(event("waiting" + i, SiteEventKind.CHANGE, 1_000 + i), 0);
            }
            // Those that found no room are taken at once, the others when they are due.
            harness.processElement1(decided(500, 10_000), 0);
            harness.processBothWatermarks(watermark(999));
            harness.processElement1(decided(20_000, 1_500), 0);
            harness.processElement1(decided(30_000, 2_500), 0);
            harness.processBothWatermarks(watermark(100_000));
            assertThat(harness.extractOutputValues())
                    .extracting(OrderedWeather::systemChangedAt)
                    .containsExactly(
                            START.plusSeconds(2_999).toEpochMilli(),
                            Long.MIN_VALUE, // one of the oldest thousand, forgotten
                            START.plusSeconds(2_500).toEpochMilli());
            assertThat(harness.numEventTimeTimers()).isZero();
        }
    }

    @Test
    void shouldTellOfTheLastChangeOfTheSystemBeforeTheStart() throws Exception {
        OperatorSubtaskState snapshot;
        try (var harness = harness()) {
            harness.open();
            harness.processElement2(event("1", SiteEventKind.UPGRADE, 10), 0);
            harness.processElement2(event("2", SiteEventKind.PURGE, 50), 0);
            harness.processElement2(event("3", SiteEventKind.CHANGE, 5_000), 0);
            harness.processElement1(run("before", 105), 0);
            harness.processElement1(run("after", 200), 0);
            snapshot = harness.snapshot(1, 1);
        }
        try (var harness = harness()) {
            harness.initializeState(snapshot);
            harness.open();
            harness.processElement1(run("latest", 6_000), 0);
            harness.processBothWatermarks(watermark(10_000));

            assertThat(harness.extractOutputValues())
                    .extracting(OrderedWeather::systemChangedAt)
                    .containsExactly(
                            Long.MIN_VALUE,
                            START.plusSeconds(10).toEpochMilli(),
                            START.plusSeconds(5_000).toEpochMilli());
        }
    }
}
