package io.barograph.schemas.metrics;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * How full one target was, and who served it.
 *
 * @param time instant, milliseconds since the epoch
 * @param usedKibibytes space in use, or {@link #NOT_KNOWN}
 * @param totalKibibytes size, or {@link #NOT_KNOWN}
 * @param host host that served the target; empty if not known
 */
public record TargetUsage(long time, long usedKibibytes, long totalKibibytes, String host) {
    /** Value of a number that the source does not state. */
    public static final long NOT_KNOWN = -1;

    boolean hasSpace() {
        return usedKibibytes >= 0 && totalKibibytes > 0;
    }

    /** Space in use, percent. */
    double percent() {
        return 100.0 * usedKibibytes / totalKibibytes;
    }

    public void writeTo(DataOutput out) throws IOException {
        out.writeLong(time);
        out.writeLong(usedKibibytes);
        out.writeLong(totalKibibytes);
        out.writeUTF(host);
    }

    public static TargetUsage readFrom(DataInput in) throws IOException {
        return new TargetUsage(in.readLong(), in.readLong(), in.readLong(), in.readUTF());
    }
}
