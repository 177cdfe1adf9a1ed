package io.barograph.analytics.slowdown;

/**
 * One slot of a probe.
 *
 * @param time instant at which the operation ended or was given up, microseconds since the epoch
 * @param prober what probes: host and directory
 * @param host probing host
 * @param server OST or MDT that the operation went to; empty if not known
 * @param outcome what came of it
 * @param seconds duration, or the time-out value; NaN without timing
 */
public record Observation(long time, String prober, String host, String server, Outcome outcome, double seconds) {
    /** What came of a slot. */
    public enum Outcome {
        /** Done. */
        DONE,
        /** Not done after the time-out, which counts as its timing. */
        TIMEOUT,
        /** Failed: no timing. */
        BROKEN,
        /** No operation, because an earlier one hung. */
        BLOCKED
    }

    /** Checks that there is a timing where there should be one. */
    public Observation {
        boolean timing = outcome == Outcome.DONE || outcome == Outcome.TIMEOUT;
        if (timing != seconds >= 0) {
            throw new IllegalArgumentException(outcome + " with " + seconds + " s");
        }
    }

    /** @return milliseconds since the epoch */
    public long millis() {
        return Math.floorDiv(time, 1000L);
    }
}
