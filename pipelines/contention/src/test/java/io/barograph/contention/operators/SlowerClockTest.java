package io.barograph.contention.operators;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;
import org.apache.flink.streaming.util.TwoInputStreamOperatorTestHarness;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SlowerClockTest {
    private TwoInputStreamOperatorTestHarness<String, String, String> harness;

    @BeforeEach
    void open() throws Exception {
        harness = new TwoInputStreamOperatorTestHarness<>(new SlowerClock<>(Duration.ofMillis(300)));
        harness.open();
    }

    @AfterEach
    void close() throws Exception {
        harness.close();
    }

    @Test
    void shouldFollowTheSlowerStreamAndPassRecordsAtOnce() throws Exception {
        harness.processElement1(new StreamRecord<>("sample", 1_000));
        harness.processWatermark1(new Watermark(1_000));
        harness.processElement2(new StreamRecord<>("job", 1_100));
        harness.processWatermark2(new Watermark(900));
        harness.processWatermark2(new Watermark(1_200));
        harness.processWatermark1(new Watermark(1_150));

        assertThat(harness.getOutput())
                .containsExactly(
                        new StreamRecord<>("sample", 1_000),
                        new StreamRecord<>("job", 1_100),
                        new Watermark(900),
                        new Watermark(1_000),
                        new Watermark(1_150));
    }

    @Test
    void shouldFollowTheFirstStreamAgainWhenItWasIdleAndTheSecondIsAhead() throws Exception {
        harness.processWatermarkStatus1(WatermarkStatus.IDLE);
        harness.processWatermarkStatus2(WatermarkStatus.IDLE);
        harness.processWatermarkStatus2(WatermarkStatus.ACTIVE);
        harness.processWatermark2(new Watermark(10_120));
        harness.processWatermarkStatus1(WatermarkStatus.ACTIVE);
        harness.processWatermark1(new Watermark(10_000));
        harness.processWatermark2(new Watermark(11_120));
        harness.processWatermark1(new Watermark(11_000));

        assertThat(harness.getOutput())
                .as("no record of the first stream is late")
                .containsExactly(
                        WatermarkStatus.IDLE,
                        WatermarkStatus.ACTIVE,
                        new Watermark(9_820),
                        new Watermark(10_000),
                        new Watermark(11_000));
    }

    @Test
    void shouldGoOnAloneWhileTheOtherIsIdleAndEndWithBoth() throws Exception {
        harness.processWatermarkStatus2(WatermarkStatus.IDLE);
        harness.processWatermark1(new Watermark(1_000));
        harness.processWatermarkStatus1(WatermarkStatus.IDLE);
        harness.processWatermarkStatus2(WatermarkStatus.ACTIVE);
        harness.processWatermark2(Watermark.MAX_WATERMARK);

        assertThat(harness.getOutput())
                .containsExactly(
                        new Watermark(1_000), WatermarkStatus.IDLE, WatermarkStatus.ACTIVE, Watermark.MAX_WATERMARK);
    }
}
