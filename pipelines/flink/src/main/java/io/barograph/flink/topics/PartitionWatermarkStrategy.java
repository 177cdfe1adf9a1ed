package io.barograph.flink.topics;

import java.time.Duration;
import org.apache.flink.api.common.eventtime.WatermarkGenerator;
import org.apache.flink.api.common.eventtime.WatermarkGeneratorSupplier;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;

/**
 * Event time of a topic that is read live: the partitions that hold records still to be read hold it back, the others
 * are idle. So the order of results does not depend on which topic is caught up with first after an outage.
 *
 * <p>A source whose clock is ahead does not move it, one that is behind does not hold it: {@link SourceTimes}.
 *
 * <p>What is imported into a topic after its time, and what a collector kept back for longer than a decision waits, is
 * late here as it would have been without an outage.
 *
 * @param outOfOrderness how far the records of a source may be out of order
 * @param idleAfter time without a record after which a partition that is read to its end is idle; zero for a topic that
 *     holds event time back only while there is something to read
 */
public record PartitionWatermarkStrategy(Duration outOfOrderness, Duration idleAfter)
        implements WatermarkStrategy<RawRecord> {
    /**
     * @param outOfOrderness how far the records of a source may be out of order
     * @return event time of a topic whose sources report in a rhythm of their own; a partition waits for a silent one as long
     *     as one source waits for another
     */
    public static PartitionWatermarkStrategy ofSources(Duration outOfOrderness) {
        return new PartitionWatermarkStrategy(outOfOrderness, Duration.ofMillis(SourceTimes.IDLE_AFTER));
    }

    /**
     * @param outOfOrderness how far the records of a partition may be out of order
     * @return event time of a topic that comes when something happens: no clock of its own
     */
    public static PartitionWatermarkStrategy ofEvents(Duration outOfOrderness) {
        return new PartitionWatermarkStrategy(outOfOrderness, Duration.ZERO);
    }

    /** True if the topic shows what time it is; what comes with events alone waits for nobody. */
    boolean isClock() {
        return !idleAfter.isZero();
    }

    @Override
    public WatermarkGenerator<RawRecord> createWatermarkGenerator(WatermarkGeneratorSupplier.Context context) {
        TrackedPartitions watched = TrackedPartitions.of(context.getMetricGroup());
        return new PartitionWatermarkGenerator(
                this,
                watched.assigned(),
                watched.ends()::snapshot,
                watched.ends().reference(),
                watched.offTime(),
                EndOffsets::millis);
    }
}
