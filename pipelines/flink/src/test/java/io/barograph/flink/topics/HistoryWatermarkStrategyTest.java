package io.barograph.flink.topics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.common.eventtime.WatermarkGenerator;
import org.apache.flink.api.common.eventtime.WatermarkOutput;
import org.junit.jupiter.api.Test;

class HistoryWatermarkStrategyTest {
    private final List<String> said = new ArrayList<>();
    private final WatermarkOutput output = new WatermarkOutput() {
        @Override
        public void emitWatermark(Watermark watermark) {
            said.add("at " + watermark.getTimestamp());
        }

        @Override
        public void markIdle() {
            said.add("idle");
        }

        @Override
        public void markActive() {
            said.add("active");
        }
    };

    /** Holds at the last record. */
    private static final class Holding implements WatermarkGenerator<RawRecord> {
        private long last;

        @Override
        public void onEvent(RawRecord event, long eventTimestamp, WatermarkOutput output) {
            last = eventTimestamp;
        }

        @Override
        public void onPeriodicEmit(WatermarkOutput output) {
            output.emitWatermark(new Watermark(last));
        }
    }

    @Test
    void shouldHoldEventTimeUntilTheHistoryHasBeenRead() {
        WatermarkGenerator<RawRecord> generator = new HistoryWatermarkStrategy.UntilItEnds(new Holding(), 1_000);
        for (long time : new long[] {10, 999, 1_000, 1_001, 500}) {
            generator.onEvent(null, time, output);
            generator.onPeriodicEmit(output);
        }
        assertThat(said).containsExactly("at 10", "at 999", "idle", "idle", "idle");
    }
}
