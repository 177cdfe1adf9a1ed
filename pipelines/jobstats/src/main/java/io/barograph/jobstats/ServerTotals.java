package io.barograph.jobstats;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * What all servers of a file system moved in some minutes, according to the polls of job statistics.
 *
 * @param missingMillis time that OSTs did not report, summed over them
 */
public record ServerTotals(JobTraffic moved, long missingMillis, long expectedMillis) {
    /** Of no minute. */
    public static final ServerTotals NONE = new ServerTotals(JobTraffic.NONE, 0, 0);

    public ServerTotals plus(ServerTotals other) {
        return new ServerTotals(
                moved.plus(other.moved), missingMillis + other.missingMillis, expectedMillis + other.expectedMillis);
    }

    /** @return fraction of the time that OSTs did not report; 1 if none was expected to */
    public double missingFraction() {
        return expectedMillis == 0 ? 1 : (double) missingMillis / expectedMillis;
    }

    public void writeTo(DataOutput out) throws IOException {
        moved.writeTo(out);
        out.writeLong(missingMillis);
        out.writeLong(expectedMillis);
    }

    public static ServerTotals readFrom(DataInput in) throws IOException {
        return new ServerTotals(JobTraffic.readFrom(in), in.readLong(), in.readLong());
    }
}
