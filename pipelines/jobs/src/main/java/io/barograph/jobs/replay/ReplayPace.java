package io.barograph.jobs.replay;

import java.io.Serializable;

/**
 * How fast a replay goes.
 *
 * @param speed event time as a multiple of the wall clock's; infinite for as fast as it goes
 * @param from event time that it begins to count at, milliseconds since the epoch; what lies before goes as fast as it can
 */
public record ReplayPace(double speed, long from) implements Serializable {
    /** As fast as it goes. */
    public static final ReplayPace UNLIMITED = new ReplayPace(Double.POSITIVE_INFINITY, Long.MAX_VALUE);

    /** Refuses what is no speed. */
    public ReplayPace {
        if (!(speed > 0)) {
            throw new IllegalArgumentException("a speed is above 0, not " + speed);
        }
    }

    /** @return true if it goes as fast as it can throughout */
    public boolean isUnlimited() {
        return speed == Double.POSITIVE_INFINITY;
    }

    /**
     * @param time event time of a record, milliseconds since the epoch
     * @return how long after the first counted record it is due, nanoseconds; 0 if it never waits
     */
    long dueAfterNanos(long time) {
        return time <= from ? 0 : (long) ((time - from) * 1e6 / speed);
    }
}
