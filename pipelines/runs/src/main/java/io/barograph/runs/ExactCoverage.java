package io.barograph.runs;

import io.barograph.servers.history.WindowVolume;
import java.util.List;

/**
 * Coverage factor of bandwidth over the run's own times. The published definition ({@link CoverageFactors}) counts the
 * intervals that start and end cut in whole, and is too low by what others moved in the rest of them. Here these
 * intervals count with what the run itself moved in them, and with the part of the others' bytes that lies within the
 * run, moved evenly. What is whose follows from what the log says of the run there, beside what others moved on average.
 *
 * @param factor bytes of the run / bytes of the servers from its start to its end
 * @param low lower bound of the factor: all that others moved in the cut intervals was moved within the run, and as much
 *     again, for clocks agree to an interval only
 * @param high upper bound: none of it was, and as much less; the servers moved the run's bytes at least
 */
public record ExactCoverage(double factor, double low, double high) {
    /**
     * @param bytes bytes that the run moved, according to Darshan
     * @param movement when it did
     * @param runMicros length of the run
     * @param used volume of the servers that the run used, in whole intervals
     * @param first what they moved in the intervals that the start cuts
     * @param last what they moved in those that the end cuts and the start does not
     * @param before what they moved in an interval before the start
     * @param intervalMillis sampling interval
     * @return the factor; null if it is not known, or the edges are known by the minute only
     */
    public static ExactCoverage of(
            long bytes,
            RunMovement movement,
            long runMicros,
            WindowVolume used,
            EdgeTraffic first,
            EdgeTraffic last,
            double before,
            long intervalMillis) {
        long most = used.traffic().readBytes() + used.traffic().writeBytes();
        if (!used.isKnown() || used.coarse() || most <= 0) {
            return null;
        }
        if (bytes == 0) {
            return new ExactCoverage(0, 0, 0);
        }
        long edges = first.bytes() + last.bytes();
        RunMovement known = movement.phases().isEmpty()
                ? new RunMovement(List.of(new RunMovement.Phase(0, runMicros, bytes)))
                : movement;
        double intervalMicros = intervalMillis * 1e3;
        double intervals = Math.max(1, (double) used.expectedSamples() / Math.max(1, used.servers()));
        double ofOthers = Math.max(0, most - bytes) / intervals;
        double ofRunFirst = known.bytesBetween(0, Math.round(first.partWithin() * intervalMicros));
        double ofRunLast = known.bytesBetween(runMicros - Math.round(last.partWithin() * intervalMicros), runMicros);
        double outsideFirst = Math.min(before, othersIn(first, ofRunFirst, ofOthers)) * (1 - first.partWithin());
        double outsideLast = othersIn(last, ofRunLast, ofOthers) * (1 - last.partWithin());
        double volume = Math.max((double) Math.min(bytes, most), most - outsideFirst - outsideLast);
        double least = Math.min(volume, Math.max((double) bytes, most - 2.0 * edges));
        return new ExactCoverage(bytes / volume, bytes / ((double) most + edges), bytes / least);
    }

    private static double othersIn(EdgeTraffic edge, double ofRun, double ofOthers) {
        return ofOthers == 0 ? 0 : edge.bytes() * ofOthers / (ofRun + ofOthers);
    }
}
