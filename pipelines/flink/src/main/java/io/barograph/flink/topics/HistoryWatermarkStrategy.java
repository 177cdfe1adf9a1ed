package io.barograph.flink.topics;

import java.time.Duration;
import org.apache.flink.api.common.eventtime.WatermarkGenerator;
import org.apache.flink.api.common.eventtime.WatermarkGeneratorSupplier;
import org.apache.flink.api.common.eventtime.WatermarkOutput;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;

/**
 * Event time of a topic whose history is taken in once: a partition holds it back until its history is read, then it is
 * idle for good. So nothing is compared with half a history.
 *
 * @param end time of the first record that is no history, milliseconds since the epoch
 */
public record HistoryWatermarkStrategy(long end) implements WatermarkStrategy<RawRecord> {
    @Override
    public WatermarkGenerator<RawRecord> createWatermarkGenerator(WatermarkGeneratorSupplier.Context context) {
        return new UntilItEnds(
                PartitionWatermarkStrategy.ofEvents(Duration.ZERO).createWatermarkGenerator(context), end);
    }

    /** Holds as long as another one does, until the history of its partition has ended. */
    static final class UntilItEnds implements WatermarkGenerator<RawRecord> {
        private final WatermarkGenerator<RawRecord> holding;
        private final long end;
        private boolean hasEnded;

        UntilItEnds(WatermarkGenerator<RawRecord> holding, long end) {
            this.holding = holding;
            this.end = end;
        }

        @Override
        public void onEvent(RawRecord event, long eventTimestamp, WatermarkOutput output) {
            hasEnded |= eventTimestamp >= end;
            holding.onEvent(event, eventTimestamp, output);
        }

        @Override
        public void onPeriodicEmit(WatermarkOutput output) {
            if (hasEnded) {
                output.markIdle();
            } else {
                holding.onPeriodicEmit(output);
            }
        }
    }
}
