package io.barograph.slowdown;

import io.barograph.schemas.ProbeOutcome;

/**
 * One slot of a probe.
 *
 * @param time instant at which the operation ended or was given up, microseconds since the epoch
 * @param server OST or MDT that the operation went to; empty if not known
 * @param seconds duration, or the time-out value; NaN without timing
 */
public record SlotResult(
        long time, String host, String directory, String server, ProbeOutcome outcome, double seconds) {
    /** Checks that there is a timing where there should be one. */
    public SlotResult {
        boolean timing = outcome == ProbeOutcome.OK || outcome == ProbeOutcome.TIMEOUT;
        if (timing != seconds >= 0) {
            throw new IllegalArgumentException(outcome + " with " + seconds + " s");
        }
    }

    /** @return milliseconds since the epoch */
    public long millis() {
        return Math.floorDiv(time, 1000L);
    }

    /** @return hash of what makes it the same slot: instant, host and directory */
    public int slotHash() {
        return 31 * (31 * Long.hashCode(time) + host.hashCode()) + directory.hashCode();
    }

    boolean isSlotOf(SlotResult other) {
        return time == other.time && host.equals(other.host) && directory.equals(other.directory);
    }
}
