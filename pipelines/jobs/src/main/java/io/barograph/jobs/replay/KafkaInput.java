package io.barograph.jobs.replay;

import io.barograph.flink.quarantine.SkippedRecords;
import io.barograph.flink.topics.KafkaConnection;
import io.barograph.flink.topics.QuarantineTopic;
import io.barograph.flink.topics.TopicAccess;
import io.barograph.schemas.Topic;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.common.TopicPartition;

/**
 * What topics hold of a scope, as far as they reached when this was made; one consumer reads them all.
 *
 * @param late what came late to the live analysis
 */
public record KafkaInput(
        KafkaConnection kafka,
        ReplayScope scope,
        List<Range> ranges,
        SkippedRecords skipped,
        LateArrivals late,
        boolean holdsWindow)
        implements ReplayInput {
    /** A record that is published later than that after its time may be missed at the end of a window. */
    private static final long LATEST = 2 * 3_600_000L;

    /**
     * What is read of a partition.
     *
     * @param end offset after the last that is read
     */
    public record Range(String topic, int partition, long begin, long end) implements java.io.Serializable {
        TopicPartition in(String prefix) {
            return new TopicPartition(prefix + topic, partition);
        }
    }

    public KafkaInput {
        ranges = List.copyOf(ranges);
    }

    /**
     * @param topics topics to read; one that is not there holds nothing
     * @return what they hold now
     */
    public static KafkaInput of(KafkaConnection kafka, Collection<Topic<?>> topics, ReplayScope scope) {
        List<Topic<?>> read = new ArrayList<>(topics);
        read.add(Topic.QUARANTINE);
        read.add(Topic.LATE_RECORDS);
        TopicAccess.reading(read).require(kafka);
        List<Range> ranges = new ArrayList<>();
        boolean holdsWindow;
        try (KafkaConsumer<byte[], byte[]> consumer = KafkaRecords.consumer(kafka)) {
            Map<TopicPartition, Topic<?>> partitions = new HashMap<>();
            for (Topic<?> topic : topics) {
                KafkaRecords.partitions(consumer, kafka, topic).forEach(partition -> partitions.put(partition, topic));
            }
            Map<TopicPartition, Long> begins = new HashMap<>(consumer.beginningOffsets(partitions.keySet()));
            Map<TopicPartition, Long> ends = new HashMap<>(consumer.endOffsets(partitions.keySet()));
            if (!scope.isEverything()) {
                Map<TopicPartition, Long> from = new HashMap<>();
                Map<TopicPartition, Long> to = new HashMap<>();
                partitions.forEach((partition, topic) -> {
                    from.put(partition, Math.max(0, scope.readFrom(topic.name())));
                    // The marks of transactions carry the time of the broker's clock: where they are, a look-up by time
                    // finds the first of them that is younger than a window of old or imported records.
                    if (!topic.equals(Topic.JOB_WEATHER)) {
                        to.put(partition, scope.readTo() + LATEST);
                    }
                });
                consumer.offsetsForTimes(from)
                        .forEach((partition, offset) ->
                                begins.put(partition, offset == null ? ends.get(partition) : offset.offset()));
                consumer.offsetsForTimes(to).forEach((partition, offset) -> {
                    if (offset != null) {
                        ends.put(partition, offset.offset());
                    }
                });
            }
            holdsWindow = holdsWindow(consumer, partitions, scope);
            partitions.forEach((partition, topic) -> ranges.add(
                    new Range(topic.name(), partition.partition(), begins.get(partition), ends.get(partition))));
        }
        ranges.removeIf(range -> range.begin() >= range.end());
        return new KafkaInput(
                kafka,
                scope,
                ranges,
                QuarantineTopic.ofAnalysis(kafka).skipped(),
                LateArrivals.read(kafka, scope),
                holdsWindow);
    }

    private static boolean holdsWindow(
            KafkaConsumer<?, ?> consumer, Map<TopicPartition, Topic<?>> partitions, ReplayScope scope) {
        Map<TopicPartition, Long> from = new HashMap<>();
        partitions.forEach((partition, topic) -> {
            if (!topic.equals(Topic.JOB_WEATHER)) {
                from.put(partition, Math.max(0, scope.from()));
            }
        });
        return consumer.offsetsForTimes(from).values().stream()
                .anyMatch(first -> first != null && first.timestamp() <= scope.readTo());
    }

    /**
     * When what a topic holds begins.
     *
     * @return earliest time in the partition that was cut last, milliseconds since the epoch; empty if it holds nothing
     */
    public static OptionalLong heldSince(KafkaConnection kafka, Topic<?> topic) {
        try (KafkaConsumer<byte[], byte[]> consumer = KafkaRecords.consumer(kafka)) {
            Map<TopicPartition, Long> first = new HashMap<>();
            KafkaRecords.partitions(consumer, kafka, topic).forEach(partition -> first.put(partition, 0L));
            return consumer.offsetsForTimes(first).values().stream()
                    .filter(java.util.Objects::nonNull)
                    .mapToLong(OffsetAndTimestamp::timestamp)
                    .max();
        }
    }

    /** @return true if nothing of the scope is held */
    public boolean isEmpty() {
        return ranges.isEmpty();
    }

    @Override
    public long from() {
        return Long.MIN_VALUE;
    }

    @Override
    public ReplayRecords open() {
        return new KafkaRecords(kafka, ranges, scope, skipped, late);
    }
}
