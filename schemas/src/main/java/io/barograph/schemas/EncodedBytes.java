package io.barograph.schemas;

import java.io.DataOutput;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;

/** The bytes of one record after the other, in an array that stays. For one thread. */
final class EncodedBytes extends OutputStream {
    /** A larger array is not kept for the next record. */
    private static final int MAX_KEPT = 1 << 20;

    private static final int FIRST = 512;

    private byte[] bytes = new byte[FIRST];
    private int count;

    /** Forgets the record before. */
    void clear() {
        count = 0;
        if (bytes.length > MAX_KEPT) {
            bytes = new byte[FIRST];
        }
    }

    @Override
    public void write(int one) {
        provide(1);
        bytes[count++] = (byte) one;
    }

    @Override
    public void write(byte[] from, int offset, int length) {
        provide(length);
        System.arraycopy(from, offset, bytes, count, length);
        count += length;
    }

    private void provide(int more) {
        if (more > bytes.length - count) {
            bytes = Arrays.copyOf(bytes, Math.max(Math.addExact(count, more), bytes.length * 2));
        }
    }

    /** @return a copy of what was written */
    byte[] toByteArray() {
        return Arrays.copyOf(bytes, count);
    }

    /** Writes the number of bytes, then these. */
    void writeWithLength(DataOutput out) throws IOException {
        out.writeInt(count);
        out.write(bytes, 0, count);
    }
}
