package io.barograph.servers.rates;

import io.barograph.servers.counters.QuantityAmounts;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * Bytes read and written in an hour, a day or a month (CUG 2010, Table 1), by one server or all of a file system.
 * Additive: the day is the sum of its hours.
 */
public final class PeriodVolume {
    private long readBytes;
    private long writeBytes;
    private long intervals;
    private long missingIntervals;

    /** @param part a part of an interval of this period, or the taking back of that */
    public void add(IntervalIncrement part) {
        boolean bytes =
                part.moved().knows(QuantityAmounts.READ_BYTES) && part.moved().knows(QuantityAmounts.WRITE_BYTES);
        if (bytes) {
            readBytes += part.sign() * part.moved().get(QuantityAmounts.READ_BYTES);
            writeBytes += part.sign() * part.moved().get(QuantityAmounts.WRITE_BYTES);
            intervals += part.sign();
            missingIntervals += part.sampled() ? 0 : part.sign();
        }
    }

    public void merge(PeriodVolume other) {
        readBytes += other.readBytes;
        writeBytes += other.writeBytes;
        intervals += other.intervals;
        missingIntervals += other.missingIntervals;
    }

    public long readBytes() {
        return readBytes;
    }

    public long writeBytes() {
        return writeBytes;
    }

    /** @return pairs of server and interval that the bytes are of */
    public long intervals() {
        return intervals;
    }

    /** @return how many of those had no sample, so that a gap was spread over them */
    public long missingIntervals() {
        return missingIntervals;
    }

    public void writeTo(DataOutput out) throws IOException {
        out.writeLong(readBytes);
        out.writeLong(writeBytes);
        out.writeLong(intervals);
        out.writeLong(missingIntervals);
    }

    public static PeriodVolume readFrom(DataInput in) throws IOException {
        PeriodVolume volume = new PeriodVolume();
        volume.readBytes = in.readLong();
        volume.writeBytes = in.readLong();
        volume.intervals = in.readLong();
        volume.missingIntervals = in.readLong();
        return volume;
    }
}
