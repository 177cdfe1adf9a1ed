package io.barograph.flink.topics;

import java.util.Map;
import java.util.OptionalLong;
import org.apache.kafka.common.TopicPartition;

/**
 * Where the partitions of a broker ended at one instant.
 *
 * @param number which snapshot this is; grows by one from each to the next
 * @param takenAt when it was complete, milliseconds of the clock of those who ask
 * @param ends offset that the next record of a partition would get; partitions whose end is not known are absent
 */
record EndOffsetsSnapshot(long number, long takenAt, Map<TopicPartition, Long> ends) {
    /** What is known before the broker has answered. */
    static final EndOffsetsSnapshot NONE = new EndOffsetsSnapshot(0, 0, Map.of());

    EndOffsetsSnapshot {
        ends = Map.copyOf(ends);
    }

    /** @return the end of a partition; empty if it is not known */
    OptionalLong of(TopicPartition partition) {
        Long end = ends.get(partition);
        return end == null ? OptionalLong.empty() : OptionalLong.of(end);
    }
}
