package io.barograph.runs;

import io.barograph.servers.history.DisjointIntervals.Stretch;

/**
 * What servers moved in the intervals that the start or the end of a run cuts.
 *
 * @param bytes bytes of the whole intervals
 * @param bytesWithin those of them within the run if each interval's were moved evenly
 */
public record EdgeTraffic(long bytes, long bytesWithin) {
    public static final EdgeTraffic NONE = new EdgeTraffic(0, 0);

    /** An interval's label is found to this part of the interval. */
    private static final int PARTS = 8;

    /** What servers moved in the intervals of some labels. */
    @FunctionalInterface
    public interface Curve {
        /** @return bytes of the intervals whose closing label t satisfies {@code from <= t < to} */
        long bytes(long from, long to);
    }

    /**
     * @param edge labels of the intervals that are cut
     * @param start start of the run, milliseconds since the epoch
     * @param end end of the run, milliseconds since the epoch
     * @param intervalMillis length of an interval
     */
    public static EdgeTraffic of(Stretch edge, long start, long end, long intervalMillis, Curve curve) {
        long bytes = curve.bytes(edge.from(), edge.to());
        return new EdgeTraffic(bytes, within(edge.from(), edge.to(), bytes, start, end, intervalMillis, curve));
    }

    private static long within(long from, long to, long bytes, long start, long end, long interval, Curve curve) {
        if (bytes == 0) {
            return 0;
        }
        if (to - from <= Math.max(1, interval / PARTS)) {
            long label = from + (to - from) / 2;
            long overlap = Math.min(label, end) - Math.max(label - interval, start);
            return Math.round((double) bytes * Math.max(0, overlap) / interval);
        }
        long middle = from + (to - from) / 2;
        long before = curve.bytes(from, middle);
        return within(from, middle, before, start, end, interval, curve)
                + within(middle, to, bytes - before, start, end, interval, curve);
    }

    /** @return the same of other servers added */
    public EdgeTraffic plus(EdgeTraffic other) {
        return new EdgeTraffic(bytes + other.bytes, bytesWithin + other.bytesWithin);
    }

    /** @return the part of the intervals that is within the run, weighted by their bytes; 0 without bytes */
    double partWithin() {
        return bytes == 0 ? 0 : (double) bytesWithin / bytes;
    }
}
