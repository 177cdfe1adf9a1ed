package io.barograph.flink.topics;

import io.barograph.flink.state.BinaryType;
import io.barograph.flink.state.DelegatingFormat;
import io.barograph.schemas.BinaryCollections;
import io.barograph.schemas.DeadLetter;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Arrays;

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
    public static final BinaryType<RawRecord> TYPE =
            DelegatingFormat.typeOf(RawRecord.class, 2, RawRecord::write, RawRecord::read);

    /** As much of a refused record is kept. */
    static final int MAX_PAYLOAD_BYTES = 64 * 1024;

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
        return DeadLetter.newBuilder()
                .setSource(topic)
                .setOrigin(topic + "-" + partition + "@" + offset)
                .setComponent(component)
                .setReason(reason)
                .setTime(Instant.ofEpochMilli(Math.max(0, timestamp)))
                .setPayload(
                        value == null
                                ? null
                                : ByteBuffer.wrap(Arrays.copyOf(value, Math.min(value.length, MAX_PAYLOAD_BYTES))))
                .setPayloadBytes(value == null ? 0 : value.length)
                .build();
    }

    private static void write(RawRecord value, DataOutput out) throws IOException {
        out.writeUTF(value.topic);
        out.writeInt(value.partition);
        out.writeLong(value.offset);
        out.writeLong(value.timestamp);
        BinaryCollections.writeBytes(value.key, out);
        BinaryCollections.writeBytes(value.value, out);
        out.writeLong(value.arrivedAt);
    }

    private static RawRecord read(DataInput in) throws IOException {
        String topic = in.readUTF();
        int partition = in.readInt();
        long offset = in.readLong();
        long timestamp = in.readLong();
        byte[] key = BinaryCollections.readBytes(in);
        return new RawRecord(topic, partition, offset, timestamp, key, BinaryCollections.readBytes(in), in.readLong());
    }
}
