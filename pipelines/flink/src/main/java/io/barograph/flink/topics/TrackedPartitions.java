package io.barograph.flink.topics;

import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.flink.connector.kafka.source.split.KafkaPartitionSplit;
import org.apache.flink.metrics.MetricGroup;

/**
 * What one subtask of a source reads, for its watermark generators. Flink hands a generator nothing of its source but
 * the group of its metrics, which is the reader's: that is how they find each other.
 */
final class TrackedPartitions implements AutoCloseable {
    private static final Map<MetricGroup, TrackedPartitions> OPEN = new ConcurrentHashMap<>();

    private final MetricGroup metrics;
    private final EndOffsets ends;
    private final AssignedPartitions assigned = new AssignedPartitions();
    private final SourceClockMetrics offTime = new SourceClockMetrics();

    private TrackedPartitions(MetricGroup metrics, EndOffsets ends) {
        this.metrics = metrics;
        this.ends = ends;
    }

    /** Called by the reader, before its generators are made. */
    static TrackedPartitions open(MetricGroup metrics, KafkaConnection connection) {
        TrackedPartitions opened = new TrackedPartitions(metrics, EndOffsets.shared(connection));
        opened.offTime.register(metrics);
        OPEN.put(metrics, opened);
        return opened;
    }

    /** Called by a generator. */
    static TrackedPartitions of(MetricGroup metrics) {
        TrackedPartitions watched = OPEN.get(metrics);
        if (watched == null) {
            throw new IllegalStateException("live watermarks need a source that watches the ends of its partitions");
        }
        return watched;
    }

    void add(Collection<KafkaPartitionSplit> splits) {
        assigned.add(splits);
        ends.watch(
                this,
                splits.stream().map(KafkaPartitionSplit::getTopicPartition).toList());
    }

    AssignedPartitions assigned() {
        return assigned;
    }

    SourceClockMetrics offTime() {
        return offTime;
    }

    EndOffsets ends() {
        return ends;
    }

    @Override
    public void close() {
        OPEN.remove(metrics, this);
        ends.release(this);
    }
}
