package io.barograph.jobs.topics;

import io.barograph.jobs.types.BinaryFormat;
import io.barograph.jobs.types.BinaryType;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * A record as it lies in a topic, not decoded yet.
 *
 * @param topic its topic
 * @param partition its partition
 * @param offset its offset
 * @param timestamp its timestamp, milliseconds since the epoch
 * @param value its bytes; null for a tombstone
 */
@SuppressWarnings("ArrayRecordComponent") // never compared, and copying each value would cost for nothing
public record RawRecord(String topic, int partition, long offset, long timestamp, byte[] value) {

    /** Flink's view of raw records. */
    public static final BinaryType<RawRecord> TYPE = new BinaryType<>(new Format());

    String origin() {
        return topic + "-" + partition + "@" + offset;
    }

    /** Binary form. */
    static final class Format extends BinaryFormat<RawRecord> {
        private static final long serialVersionUID = 1L;

        Format() {
            super(RawRecord.class, 1);
        }

        @Override
        public void write(RawRecord value, DataOutput out) throws IOException {
            out.writeUTF(value.topic);
            out.writeInt(value.partition);
            out.writeLong(value.offset);
            out.writeLong(value.timestamp);
            out.writeInt(value.value == null ? -1 : value.value.length);
            if (value.value != null) {
                out.write(value.value);
            }
        }

        @Override
        public RawRecord read(int writtenVersion, DataInput in) throws IOException {
            String topic = in.readUTF();
            int partition = in.readInt();
            long offset = in.readLong();
            long timestamp = in.readLong();
            int length = in.readInt();
            byte[] value = length < 0 ? null : new byte[length];
            if (value != null) {
                in.readFully(value);
            }
            return new RawRecord(topic, partition, offset, timestamp, value);
        }
    }
}
