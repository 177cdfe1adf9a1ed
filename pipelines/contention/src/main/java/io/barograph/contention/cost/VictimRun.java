package io.barograph.contention.cost;

import io.barograph.schemas.activity.ActivitySpan;
import java.util.List;

/**
 * What is known of a run that may have lost time.
 *
 * @param startMicros its start, microseconds since the epoch
 * @param io when it read or wrote, in microseconds since the epoch; may overlap. Empty if no log says so: then its I/O
 *     is taken as spread evenly from start to end
 * @param metadataSeconds time in metadata operations, mean of its processes; NaN if not known
 * @param ioSeconds time in I/O, metadata operations included, of its slowest process
 * @param bytes bytes that it read and wrote
 * @param medianBytesPerSecond median performance of its climate; NaN if there is none
 */
public record VictimRun(
        int nodes,
        long startMicros,
        long endMicros,
        List<ActivitySpan> io,
        double metadataSeconds,
        double ioSeconds,
        double bytes,
        double medianBytesPerSecond) {
    /** Checks the order, and copies. */
    public VictimRun {
        if (endMicros < startMicros || nodes < 0) {
            throw new IllegalArgumentException(
                    "a run of " + nodes + " nodes from " + startMicros + " to " + endMicros + " us");
        }
        io = List.copyOf(io);
    }

    /**
     * @return I/O time beyond what the run takes at the median performance of its climate, seconds; NaN if there is no
     *     climate
     */
    public double excessSeconds() {
        double usual = bytes / medianBytesPerSecond;
        return Double.isNaN(usual) ? Double.NaN : Math.max(0, ioSeconds - usual);
    }
}
