package io.barograph.flink.topics;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.metrics.SimpleCounter;
import org.apache.kafka.common.TopicPartition;

/**
 * Metrics of one subtask of a source: how many sources' clocks are ahead of the site or behind it now, and how often that
 * began in a partition.
 */
final class SourceClockMetrics {
    private final Map<TopicPartition, Counts> partitions = new ConcurrentHashMap<>();
    private final Counter episodes = new SimpleCounter();

    private record Counts(int ahead, int behind) {
        static final Counts NONE = new Counts(0, 0);
    }

    void register(MetricGroup metrics) {
        metrics.gauge("sourcesAhead", (Gauge<Integer>) this::ahead);
        metrics.gauge("sourcesBehind", (Gauge<Integer>) this::behind);
        metrics.counter("sourcesOffTimeEpisodes", episodes);
    }

    void note(TopicPartition partition, int ahead, int behind) {
        Counts counts = new Counts(ahead, behind);
        Counts before = partitions.put(partition, counts);
        if ((before == null || before.equals(Counts.NONE)) && !counts.equals(Counts.NONE)) {
            episodes.inc();
        }
    }

    int ahead() {
        return partitions.values().stream().mapToInt(Counts::ahead).sum();
    }

    int behind() {
        return partitions.values().stream().mapToInt(Counts::behind).sum();
    }

    long episodes() {
        return episodes.getCount();
    }
}
