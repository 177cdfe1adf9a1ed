package io.barograph.flink.topics;

import io.barograph.flink.state.BinaryFormat;
import io.barograph.flink.state.BinaryType;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * A record on its way to the sink of its topic.
 *
 * @param key its key
 * @param timestamp its timestamp, milliseconds since the epoch
 * @param value its bytes
 */
@SuppressWarnings("ArrayRecordComponent") // never compared, and copying each value would cost for nothing
record EncodedRecord(byte[] key, long timestamp, byte[] value) {
    static final BinaryType<EncodedRecord> TYPE = new BinaryType<>(new Format());

    /** Binary form. */
    static final class Format extends BinaryFormat<EncodedRecord> {
        private static final long serialVersionUID = 1L;

        Format() {
            super(EncodedRecord.class, 1);
        }

        @Override
        public void write(EncodedRecord record, DataOutput out) throws IOException {
            out.writeLong(record.timestamp);
            write(record.key, out);
            write(record.value, out);
        }

        private static void write(byte[] bytes, DataOutput out) throws IOException {
            out.writeInt(bytes == null ? -1 : bytes.length);
            if (bytes != null) {
                out.write(bytes);
            }
        }

        @Override
        public EncodedRecord read(int writtenVersion, DataInput in) throws IOException {
            long timestamp = in.readLong();
            return new EncodedRecord(bytes(in), timestamp, bytes(in));
        }

        private static byte[] bytes(DataInput in) throws IOException {
            int length = in.readInt();
            if (length < 0) {
                return null;
            }
            byte[] bytes = new byte[length];
            in.readFully(bytes);
            return bytes;
        }
    }
}
