package io.barograph.flink.topics;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import org.apache.flink.connector.kafka.source.split.KafkaPartitionSplit;
import org.apache.kafka.common.TopicPartition;

/**
 * Partitions that one subtask of a source reads and of which no record has come yet. A watermark generator learns its
 * partition from its first record; until then all that it can know is what these partitions hold. For one thread.
 */
final class AssignedPartitions {
    private final Map<TopicPartition, Long> silent = new HashMap<>();
    private boolean isAssigned;

    /** Whether the silent partitions have been read to their ends. */
    enum Reading {
        /** They hold nothing that is still to be read. */
        DONE,
        /** Their ends are not known. */
        UNKNOWN,
        /** Nothing is known of where reading begins: there is no checkpoint. */
        UNSURE,
        /** At least one of them holds records that are still to be read. */
        BEHIND
    }

    /** Notes what is to be read. */
    void add(Collection<KafkaPartitionSplit> splits) {
        isAssigned = true;
        splits.forEach(split -> silent.put(split.getTopicPartition(), split.getStartingOffset()));
    }

    /** Notes that a record of a partition has come. */
    void heard(TopicPartition partition) {
        silent.remove(partition);
    }

    /** @return how far the silent partitions are read, the worst of all */
    Reading reading(EndOffsetsSnapshot ends) {
        if (!isAssigned) {
            return Reading.UNSURE;
        }
        Reading worst = Reading.DONE;
        for (Map.Entry<TopicPartition, Long> partition : silent.entrySet()) {
            Reading one = reading(ends.of(partition.getKey()), partition.getValue());
            if (one.compareTo(worst) > 0) {
                worst = one;
            }
        }
        return worst;
    }

    private static Reading reading(OptionalLong end, long start) {
        if (end.isEmpty()) {
            return Reading.UNKNOWN;
        } else if (end.getAsLong() == 0) {
            return Reading.DONE;
        } else if (start < 0) { // one of the connector's marks: "earliest", "committed"
            return Reading.UNSURE;
        }
        return start >= end.getAsLong() ? Reading.DONE : Reading.BEHIND;
    }
}
