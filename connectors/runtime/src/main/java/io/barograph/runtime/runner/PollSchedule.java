package io.barograph.runtime.runner;

import java.time.Duration;
import java.time.Instant;

/**
 * When polls begin: at multiples of the interval since the epoch, so that the polls of several hosts fall together and
 * do not drift. What a long poll has missed is left out.
 *
 * @param interval time between two polls; zero: no pauses
 */
record PollSchedule(Duration interval) {
    /** @return time until the next poll begins */
    Duration untilNext(Instant now) {
        if (interval.isZero()) {
            return Duration.ZERO;
        }
        long step = interval.toMillis();
        return Duration.ofMillis(step - Math.floorMod(now.toEpochMilli(), step));
    }
}
