package io.barograph.runtime.runner;

import java.time.Duration;
import java.time.Instant;

/**
 * When rounds begin: at multiples of the interval since the epoch, so that the rounds of several hosts fall together and
 * do not drift. What a long round has missed is left out.
 *
 * @param interval time between two rounds; zero: no pauses
 */
record RoundSchedule(Duration interval) {
    /** @return time until the next round begins */
    Duration untilNext(Instant now) {
        if (interval.isZero()) {
            return Duration.ZERO;
        }
        long step = interval.toMillis();
        return Duration.ofMillis(step - Math.floorMod(now.toEpochMilli(), step));
    }
}
