package io.barograph.flink.topics;

import org.apache.flink.api.common.functions.Partitioner;

/**
 * Sends the records of a partition to the subtask of the number that reads it, by the rule of Flink's Kafka source: as a
 * rule in the same process. Were the rule another one, only that would be lost.
 */
final class SubtaskPartitioner implements Partitioner<Integer> {
    private static final long serialVersionUID = 1L;

    private final int hash;

    /** @param topic name of the topic, with its prefix */
    SubtaskPartitioner(String topic) {
        this.hash = topic.hashCode() * 31 & Integer.MAX_VALUE;
    }

    @Override
    public int partition(Integer partition, int subtasks) {
        return (hash % subtasks + partition) % subtasks;
    }
}
