package io.barograph.flink.topics;

import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.schemas.AvroCodec;
import io.barograph.schemas.LateRecords;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.serialization.SerializerConfigImpl;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class LatenessOperatorTest {
    @BeforeAll
    static void trustTheRecord() {
        AvroCodec.of(LateRecords.class); // Avro builds no record of a class that the codec has not made it trust
    }

    private static OneInputStreamOperatorTestHarness<RawRecord, RawRecord> harness() throws Exception {
        OneInputStreamOperatorTestHarness<RawRecord, RawRecord> harness =
                new OneInputStreamOperatorTestHarness<>(new LatenessOperator("server-polls"));
        harness.setup(RawRecord.TYPE.createSerializer(new SerializerConfigImpl()));
        return harness;
    }

    private static void add(
            OneInputStreamOperatorTestHarness<RawRecord, RawRecord> harness, int partition, long offset, long time)
            throws Exception {
        harness.processElement(
                new RawRecord("a.server-polls", partition, offset, time, new byte[] {1}, new byte[] {2}), time);
    }

    private static List<Long> arrivals(OneInputStreamOperatorTestHarness<RawRecord, RawRecord> harness) {
        return harness.extractOutputValues().stream().map(RawRecord::arrivedAt).toList();
    }

    private static List<LateRecords> late(OneInputStreamOperatorTestHarness<RawRecord, RawRecord> harness) {
        List<LateRecords> late = new ArrayList<>();
        var output = harness.getSideOutput(LatenessOperator.LATE);
        if (output != null) {
            output.forEach(record -> late.add(record.getValue()));
        }
        return late;
    }

    private static LateRecords late(int partition, long arrivedAt, List<Long> offsets, List<Long> times) {
        return new LateRecords("server-polls", partition, Instant.ofEpochMilli(arrivedAt), offsets, times);
    }

    @Test
    void shouldStampWhatComesBehindTheWatermarkAndNoteIt() throws Exception {
        try (var harness = harness()) {
            harness.open();
            add(harness, 0, 1, 500);
            harness.processWatermark(1_000);
            add(harness, 0, 2, 1_001);
            add(harness, 0, 3, 1_000);
            add(harness, 1, 7, 400);
            add(harness, 0, 4, 300);
            assertThat(arrivals(harness)).containsExactly(RawRecord.IN_TIME, RawRecord.IN_TIME, 1_001L, 1_001L, 1_001L);
            assertThat(late(harness)).as("not before event time goes on").isEmpty();

            harness.processWatermark(2_000);
            assertThat(late(harness))
                    .containsExactlyInAnyOrder(
                            late(0, 1_001, List.of(3L, 4L), List.of(1_000L, 300L)),
                            late(1, 1_001, List.of(7L), List.of(400L)));
            add(harness, 0, 5, 1_500);
            harness.processWatermark(Watermark.MAX_WATERMARK.getTimestamp());
            assertThat(late(harness)).hasSize(3).contains(late(0, 2_001, List.of(5L), List.of(1_500L)));
        }
    }

    @Test
    void shouldKnowTheTimeAfterARestore() throws Exception {
        OperatorSubtaskState snapshot;
        try (var harness = harness()) {
            harness.open();
            harness.processWatermark(1_000);
            add(harness, 0, 1, 900);
            harness.prepareSnapshotPreBarrier(1);
            assertThat(late(harness))
                    .as("in the transaction of that checkpoint")
                    .hasSize(1);
            snapshot = harness.snapshot(1, 1);
        }
        try (var harness = harness()) {
            harness.initializeState(snapshot);
            harness.open();
            add(harness, 0, 2, 950);
            add(harness, 0, 3, 1_050);
            assertThat(arrivals(harness)).containsExactly(1_001L, RawRecord.IN_TIME);
            harness.processWatermark(800);
            assertThat(late(harness)).containsExactly(late(0, 1_001, List.of(2L), List.of(950L)));
        }
    }

    @Test
    void shouldHoldNoMoreThanALimit() throws Exception {
        try (var harness = harness()) {
            harness.open();
            harness.processWatermark(1_000);
            for (int offset = 0; offset < LatenessOperator.MAX_NOTED; offset++) {
                add(harness, offset % 3, offset, 10);
            }
            assertThat(late(harness)).hasSize(3);
            assertThat(late(harness).stream()
                            .mapToInt(records -> records.getOffsets().size())
                            .sum())
                    .isEqualTo(LatenessOperator.MAX_NOTED);
        }
    }
}
