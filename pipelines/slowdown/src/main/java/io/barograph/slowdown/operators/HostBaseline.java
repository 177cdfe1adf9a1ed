package io.barograph.slowdown.operators;

import io.barograph.slowdown.TimingHistogram;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * The baseline of one host, or of the file system: the days before today merged, and today so far.
 *
 * @param first first timing ever, milliseconds since the epoch
 * @param day today, days since the epoch (UTC)
 * @param calmMinutes calm minutes in it, ever; no more are counted than make it trained
 * @param earlier timings of the trailing days before today
 */
record HostBaseline(long first, long day, int calmMinutes, TimingHistogram earlier, TimingHistogram today) {

    void writeTo(DataOutput out) throws IOException {
        out.writeLong(first);
        out.writeLong(day);
        out.writeInt(calmMinutes);
        earlier.writeTo(out);
        today.writeTo(out);
    }

    static HostBaseline readFrom(DataInput in) throws IOException {
        return new HostBaseline(
                in.readLong(), in.readLong(), in.readInt(), TimingHistogram.readFrom(in), TimingHistogram.readFrom(in));
    }
}
