package io.barograph.lab.bench;

import io.barograph.flink.topics.LateArrivalTime;
import io.barograph.runtime.RecordPublisher;
import io.barograph.schemas.Topic;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.producer.internals.BuiltInPartitioner;

/**
 * A publisher that remembers when what it published let the event time of decisions come how far. Event time follows the
 * slowest partition of polls of servers and of job statistics, 10 s behind: whatever a decision waits for beyond that
 * is the pipeline's.
 */
final class WatermarkTracker implements RecordPublisher {
    private static final Set<Topic<?>> CLOCKS = Set.of(Topic.SERVER_POLLS, Topic.JOB_SAMPLES);

    private final RecordPublisher publisher;
    private final int partitions;
    private final Map<Topic<?>, long[]> newest = new HashMap<>();
    private final TreeMap<Long, Long> nanosByWatermark = new TreeMap<>();

    WatermarkTracker(RecordPublisher publisher, int partitions) {
        this.publisher = publisher;
        this.partitions = partitions;
        CLOCKS.forEach(topic -> newest.put(topic, new long[partitions]));
    }

    @Override
    public <T extends SpecificRecord> boolean publish(Topic<T> topic, T record) {
        long[] clock = newest.get(topic);
        if (clock != null) {
            int partition = BuiltInPartitioner.partitionForKey(topic.keyBytes(record), partitions);
            clock[partition] = Math.max(clock[partition], topic.timestamp().applyAsLong(record));
        }
        return publisher.publish(topic, record);
    }

    @Override
    public void flush() {
        publisher.flush();
        long watermark = Long.MAX_VALUE;
        for (long[] clock : newest.values()) {
            for (long time : clock) {
                if (time > 0) { // a partition without a record is idle
                    watermark = Math.min(watermark, time - LateArrivalTime.OUT_OF_ORDERNESS.toMillis() - 1);
                }
            }
        }
        synchronized (nanosByWatermark) {
            nanosByWatermark.putIfAbsent(watermark, System.nanoTime());
        }
    }

    /** @return {@link System#nanoTime} when all was published that carries event time past it; null if it is not yet */
    Long passed(Instant time) {
        synchronized (nanosByWatermark) {
            var entry = nanosByWatermark.ceilingEntry(time.toEpochMilli());
            return entry == null ? null : entry.getValue();
        }
    }

    @Override
    public void close() {
        publisher.close();
    }
}
