package io.barograph.flink.topics;

import io.barograph.flink.state.BinaryType;
import io.barograph.flink.state.DelegatingFormat;
import io.barograph.schemas.DeadLetter;
import java.time.Instant;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * A record as it lies in a topic, not decoded yet.
 *
 * @param timestamp its timestamp, milliseconds since the epoch
 * @param key its key, which names its source; null if it has none
 * @param value its bytes; null for a tombstone
 * @param arrivedAt event time that it came at if it came behind the watermark, milliseconds since the epoch; else
 *     {@link #IN_TIME}
 */
@SuppressWarnings("ArrayRecordComponent") // never compared, and copying each value would cost for nothing
public record RawRecord(
        String topic, int partition, long offset, long timestamp, byte[] key, byte[] value, long arrivedAt) {
    /** The record did not come behind the watermark. */
    public static final long IN_TIME = Long.MIN_VALUE;

    /** Flink's view of raw records. */
    public static final BinaryType<RawRecord> TYPE = DelegatingFormat.recordTypeOf(RawRecord.class, 3);

    /**
     * A record that is in time.
     *
     * @param timestamp its timestamp, milliseconds since the epoch
     * @param key its key, which names its source; null if it has none
     * @param value its bytes; null for a tombstone
     */
    public RawRecord(String topic, int partition, long offset, long timestamp, byte[] key, byte[] value) {
        this(topic, partition, offset, timestamp, key, value, IN_TIME);
    }

    /** @return a record that Kafka's client has read, in time */
    public static RawRecord of(ConsumerRecord<byte[], byte[]> read) {
        return new RawRecord(read.topic(), read.partition(), read.offset(), read.timestamp(), read.key(), read.value());
    }

    /** The same record, behind the watermark. */
    RawRecord late(long at) {
        return new RawRecord(topic, partition, offset, timestamp, key, value, at);
    }

    /**
     * A record without a timestamp has -1, which no producer sends.
     *
     * @return the dead letter, with the first 64 KiB of its bytes
     */
    public DeadLetter refused(String component, String reason) {
        String origin = topic + "-" + partition + "@" + offset;
        return DeadLetters.of(topic, origin, component, reason, Instant.ofEpochMilli(Math.max(0, timestamp)), value);
    }
}
