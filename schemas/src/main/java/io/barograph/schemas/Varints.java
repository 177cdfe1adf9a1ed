package io.barograph.schemas;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** Whole numbers in as few bytes as they need, as Avro writes them: small ones of either sign take one, the largest ten. */
public final class Varints {
    private Varints() {}

    public static void write(long number, DataOutput out) throws IOException {
        long rest = (number << 1) ^ (number >> 63);
        while ((rest & ~0x7fL) != 0) {
            out.writeByte((int) ((rest & 0x7f) | 0x80));
            rest >>>= 7;
        }
        out.writeByte((int) rest);
    }

    /**
     * @return what {@link #write} wrote
     * @throws IOException if it is none
     */
    public static long read(DataInput in) throws IOException {
        long rest = 0;
        for (int shift = 0; shift < Long.SIZE; shift += 7) {
            byte next = in.readByte();
            rest |= (next & 0x7fL) << shift;
            if (next >= 0) {
                return (rest >>> 1) ^ -(rest & 1);
            }
        }
        throw new IOException("a number of more than ten bytes");
    }
}
