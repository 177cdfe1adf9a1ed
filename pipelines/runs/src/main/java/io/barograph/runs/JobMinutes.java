package io.barograph.runs;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** The starts and ends of batch jobs in one hour, summed by the minute: 2.9 kB however many they are. */
public final class JobMinutes {
    static final int MINUTE = 60_000;
    private static final int MINUTES = 60;

    /** Of each minute number, nodes, nodes x milliseconds since the hour began; of starts, then of ends. */
    private final long[] sums;

    JobMinutes() {
        this(new long[2 * MINUTES * JobTimelineIndex.SUMS]);
    }

    private JobMinutes(long[] sums) {
        this.sums = sums;
    }

    private static int place(int minute, boolean start) {
        return ((start ? 0 : MINUTES) + minute) * JobTimelineIndex.SUMS;
    }

    void add(int offset, boolean start, int sign, int nodes) {
        int first = place(offset / MINUTE, start);
        sums[first] += sign;
        sums[first + 1] += (long) sign * nodes;
        sums[first + 2] += (long) sign * nodes * offset;
    }

    /** Adds number, nodes and nodes x instant of the starts or ends in the whole minutes before an offset. */
    void addBefore(int offset, long hourBegin, boolean start, long[] sum) {
        for (int minute = 0; minute < offset / MINUTE; minute++) {
            int first = place(minute, start);
            sum[0] += sums[first];
            sum[1] += sums[first + 1];
            sum[2] += sums[first + 1] * hourBegin + sums[first + 2];
        }
    }

    public void writeTo(DataOutput out) throws IOException {
        for (long sum : sums) {
            out.writeLong(sum);
        }
    }

    public static JobMinutes readFrom(DataInput in) throws IOException {
        JobMinutes minutes = new JobMinutes();
        for (int i = 0; i < minutes.sums.length; i++) {
            minutes.sums[i] = in.readLong();
        }
        return minutes;
    }
}
