package io.barograph.servers.history;

/**
 * The window of a run as a decision asks for it: all intervals whose closing label t satisfies {@code from <= t < to},
 * {@code to} being the run's end plus one interval; whole intervals, no weighting by overlap (this is the rule behind
 * the coverage factors published with UMAMI).
 *
 * @param from start of the run, milliseconds since the epoch, rounded up
 * @param to end of the run plus the sampling interval, milliseconds since the epoch, rounded up
 * @param decidedAt event time of the decision; which resolution answers depends on it alone
 * @param publishedBy {@link TrafficChange#IN_TIME}: only what was published in time; else what was published by then
 */
public record RunWindow(long from, long to, long decidedAt, long publishedBy) {
    /**
     * @param startMicros start of the run, microseconds since the epoch
     * @param endMicros end of the run, microseconds since the epoch
     * @param decidedAt event time of the decision, milliseconds since the epoch
     * @return the window as the first decision sees it: samples in time only
     */
    public static RunWindow ofRun(long startMicros, long endMicros, long intervalMillis, long decidedAt) {
        return new RunWindow(
                ceilingMillis(startMicros),
                ceilingMillis(endMicros) + intervalMillis,
                decidedAt,
                TrafficChange.IN_TIME);
    }

    /**
     * @param revisedAt event time of the revision, milliseconds since the epoch
     * @return the same window with all samples published by then
     */
    public RunWindow revisedAt(long revisedAt) {
        return new RunWindow(from, to, revisedAt, revisedAt);
    }

    /**
     * @param otherFrom begin of another window, milliseconds since the epoch
     * @return that window as the same decision sees it
     */
    public RunWindow of(long otherFrom, long otherTo) {
        return new RunWindow(otherFrom, otherTo, decidedAt, publishedBy);
    }

    /**
     * Number of samples that one server should have in the window.
     *
     * @param phase a sampling instant of the server, milliseconds since the epoch
     * @return sampling instants t = phase + k x interval with from <= t < to
     */
    public long expectedSamples(long intervalMillis, long phase) {
        if (to <= from) {
            return 0;
        }
        return Math.floorDiv(to - 1 - phase, intervalMillis) - Math.floorDiv(from - 1 - phase, intervalMillis);
    }

    private static long ceilingMillis(long micros) {
        return -Math.floorDiv(-micros, 1_000);
    }
}
