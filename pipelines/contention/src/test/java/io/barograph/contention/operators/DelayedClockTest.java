package io.barograph.contention.operators;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.junit.jupiter.api.Test;

class DelayedClockTest {
    @Test
    void shouldMoveRecordsAndWatermarksAndLeaveTheEndAndIdlenessAlone() throws Exception {
        try (var harness =
                new OneInputStreamOperatorTestHarness<String, String>(new DelayedClock<>(Duration.ofMinutes(5)))) {
            harness.open();
            StreamRecord<String> verdict = new StreamRecord<>("verdict", 1_000);
            harness.processElement(verdict);
            harness.processWatermark(new Watermark(2_000));
            harness.processWatermarkStatus(WatermarkStatus.IDLE);
            harness.processWatermarkStatus(WatermarkStatus.ACTIVE);
            harness.processWatermark(Watermark.MAX_WATERMARK);
            assertThat(harness.getOutput())
                    .containsExactly(
                            new StreamRecord<>("verdict", 301_000),
                            new Watermark(302_000),
                            WatermarkStatus.IDLE,
                            WatermarkStatus.ACTIVE,
                            Watermark.MAX_WATERMARK);
            assertThat(verdict.getTimestamp())
                    .as("the record that the other readers see")
                    .isEqualTo(1_000);
        }
    }
}
