package io.barograph.jobs.replay;

import io.barograph.flink.topics.KafkaConnection;
import io.barograph.flink.topics.LateArrivalTime;
import io.barograph.schemas.AvroCodec;
import io.barograph.schemas.LateRecords;
import io.barograph.schemas.MalformedRecordException;
import io.barograph.schemas.Topic;
import java.io.Serializable;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongBinaryOperator;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.common.TopicPartition;

/**
 * Which records came to the live analysis behind its watermark, and when: in a replay they count from then on, too.
 *
 * <p>Memory: 24 bytes a late record.
 */
public final class LateArrivals implements Serializable {
    /** Nobody knows which they are. */
    public static final LateArrivals UNKNOWN = new LateArrivals(false);

    /** 100 MB. A window with more of them has seen hours of a large site come late. */
    static final int MAX_RECORDS = 4_000_000;

    private static final Duration POLL = Duration.ofMillis(200);

    private final HashMap<String, Partition> partitions = new HashMap<>();
    private final boolean known;
    private int size;

    /** Those of one partition, by offset. */
    private static final class Partition implements Serializable {
        private long[] offsets = new long[16];
        private long[] times = new long[16];
        private long[] arrivals = new long[16];
        private int size;

        /** False if the record was noted before: what was noted last holds. */
        boolean add(long offset, long time, long arrivedAt) {
            int found = Arrays.binarySearch(offsets, 0, size, offset);
            if (found < 0) {
                int at = -found - 1;
                offsets = withRoomAt(at, offsets);
                times = withRoomAt(at, times);
                arrivals = withRoomAt(at, arrivals);
                size++;
                put(at, offset, time, arrivedAt);
            } else {
                put(found, offset, time, arrivedAt);
            }
            return found < 0;
        }

        /** They come nearly in order, so that little is moved. */
        private long[] withRoomAt(int at, long[] values) {
            long[] larger = size == values.length ? Arrays.copyOf(values, 2 * size) : values;
            System.arraycopy(larger, at, larger, at + 1, size - at);
            return larger;
        }

        private void put(int at, long offset, long time, long arrivedAt) {
            offsets[at] = offset;
            times[at] = time;
            arrivals[at] = arrivedAt;
        }

        long of(long offset, long time) {
            int found = Arrays.binarySearch(offsets, 0, size, offset);
            return found >= 0 && times[found] == time ? arrivals[found] : LateArrivalTime.IN_TIME;
        }
    }

    private LateArrivals(boolean known) {
        this.known = known;
    }

    boolean areKnown() {
        return known;
    }

    /**
     * @return it, for look-ups
     * @throws IllegalStateException if there are too many
     */
    public static LateArrivals of(Collection<LateRecords> notes, ReplayScope scope) {
        LateArrivals all = new LateArrivals(true);
        notes.forEach(note -> all.add(note, scope));
        return all;
    }

    /**
     * @return what the topic holds of that; none if there is no such topic
     * @throws IllegalStateException if there are too many
     */
    static LateArrivals read(KafkaConnection kafka, ReplayScope scope) {
        LateArrivals all = new LateArrivals(true);
        try (KafkaConsumer<byte[], byte[]> consumer = KafkaRecords.consumer(kafka)) {
            List<TopicPartition> partitions = KafkaRecords.partitions(consumer, kafka, Topic.LATE_RECORDS);
            consumer.assign(partitions);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            Map<TopicPartition, Long> from = new HashMap<>();
            // None of them came before its time.
            long begin = Math.max(0, scope.readFrom(Topic.PROBE_TIMINGS.name()));
            partitions.forEach(partition -> from.put(partition, begin));
            Map<TopicPartition, OffsetAndTimestamp> begins = consumer.offsetsForTimes(from);
            for (TopicPartition partition : partitions) {
                OffsetAndTimestamp first = begins.get(partition);
                consumer.seek(partition, first == null ? ends.get(partition) : first.offset());
            }
            while (partitions.stream().anyMatch(each -> consumer.position(each) < ends.get(each))) {
                for (ConsumerRecord<byte[], byte[]> message : consumer.poll(POLL)) {
                    all.add(AvroCodec.of(LateRecords.class).decode(message.value()), scope);
                }
            }
        } catch (MalformedRecordException e) {
            throw new IllegalStateException(
                    "topic " + kafka.topicPrefix() + Topic.LATE_RECORDS.name() + ": " + e.getMessage(), e);
        }
        return all;
    }

    private void add(LateRecords note, ReplayScope scope) {
        if (note.getOffsets().size() != note.getTimes().size()) {
            return; // not by the analysis
        }
        Partition partition =
                partitions.computeIfAbsent(place(note.getTopic(), note.getPartition()), unused -> new Partition());
        long arrivedAt = note.getArrivedAt().toEpochMilli();
        for (int i = 0; i < note.getOffsets().size(); i++) {
            long time = note.getTimes().get(i);
            if (scope.reads(note.getTopic(), time)
                    && partition.add(note.getOffsets().get(i), time, arrivedAt)) {
                size++;
            }
        }
        if (size > MAX_RECORDS) {
            throw new IllegalStateException("more than " + MAX_RECORDS + " records came late, up to "
                    + note.getArrivedAt() + "; replay a shorter window");
        }
    }

    private static String place(String topic, int partition) {
        return topic + "-" + partition;
    }

    /**
     * Those of a partition, so that they need not be looked for with each record.
     *
     * @return gives for an offset and the time of its record (milliseconds since the epoch) the event time that it came at,
     *     behind the watermark; or {@link LateArrivalTime#IN_TIME}
     */
    LongBinaryOperator of(String topic, int partition) {
        Partition found = partitions.get(place(topic, partition));
        return found == null ? (offset, time) -> LateArrivalTime.IN_TIME : found::of;
    }
}
