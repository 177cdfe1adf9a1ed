package io.barograph.alerting.operators;

import io.barograph.flink.state.BinaryFormat;
import io.barograph.flink.state.BinaryType;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;

/**
 * All alerts in a checkpoint.
 *
 * @param book an {@link io.barograph.alerting.AlertBook} in its binary form
 * @param sentUntil by partition of topic alerts: the offset from which on records are not part of the book
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record AlertBookState(byte[] book, Map<Integer, Long> sentUntil) {
    static final BinaryType<AlertBookState> TYPE = new BinaryType<>(new Format());

    /** Binary form. */
    static final class Format extends BinaryFormat<AlertBookState> {
        private static final long serialVersionUID = 1L;

        Format() {
            super(AlertBookState.class, 1);
        }

        @Override
        public void write(AlertBookState value, DataOutput out) throws IOException {
            out.writeInt(value.book.length);
            out.write(value.book);
            out.writeInt(value.sentUntil.size());
            for (Map.Entry<Integer, Long> entry : value.sentUntil.entrySet()) {
                out.writeInt(entry.getKey());
                out.writeLong(entry.getValue());
            }
        }

        @Override
        public AlertBookState read(int writtenVersion, DataInput in) throws IOException {
            byte[] book = new byte[in.readInt()];
            in.readFully(book);
            Map<Integer, Long> sentUntil = new TreeMap<>();
            for (int i = in.readInt(); i > 0; i--) {
                sentUntil.put(in.readInt(), in.readLong());
            }
            return new AlertBookState(book, sentUntil);
        }
    }
}
