package io.barograph.contention.cost;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * How a run compares with its climate.
 *
 * @param performance bytes / I/O time of the slowest rank; NaN if not known
 * @param usualPerformance median of its climate; NaN if there is none
 * @param harmed true if it is an anomaly with a coverage factor in the worst quarter of its climate: others made the
 *     load
 */
public record RunVerdict(
        String identity, String application, double performance, double usualPerformance, boolean harmed) {
    public void writeTo(DataOutput out) throws IOException {
        out.writeUTF(identity);
        out.writeUTF(application);
        out.writeDouble(performance);
        out.writeDouble(usualPerformance);
        out.writeBoolean(harmed);
    }

    /** @return what {@link #writeTo} wrote */
    public static RunVerdict readFrom(DataInput in) throws IOException {
        return new RunVerdict(in.readUTF(), in.readUTF(), in.readDouble(), in.readDouble(), in.readBoolean());
    }
}
