package io.barograph.slowdown;

import java.io.Serializable;
import java.time.Duration;
import java.time.Instant;

/**
 * What slowdown is measured against, and when.
 *
 * @param baselineDays whole days before today that the baseline reaches back
 * @param provisionalFor a baseline younger than this is provisional
 * @param firmAfter a baseline older than this is firm
 * @param window length of the sliding window of the live slowdown
 * @param step time between two values of the live slowdown; a divisor of a minute
 * @param trendOver time over which the trend of the live slowdown is taken
 * @param frozenFrom begin of the frozen commissioning baseline; null for none
 * @param frozenTo end of it
 * @param harm a minute that is so many times slower than expected is in harm and teaches nothing
 */
public record SlowdownPolicy(
        int baselineDays,
        Duration provisionalFor,
        Duration firmAfter,
        Duration window,
        Duration step,
        Duration trendOver,
        Instant frozenFrom,
        Instant frozenTo,
        double harm)
        implements Serializable {
    /**
     * 30 days, provisional for 24 h, firm after 7 days, a window of 30 s every 5 s, trend over 5 min, nothing frozen, harm
     * from twice as slow on.
     */
    public static final SlowdownPolicy DEFAULT = new SlowdownPolicy(
            30,
            Duration.ofHours(24),
            Duration.ofDays(7),
            Duration.ofSeconds(30),
            Duration.ofSeconds(5),
            Duration.ofMinutes(5),
            null,
            null,
            2);

    public static final int MAX_BASELINE_DAYS = 366;

    public SlowdownPolicy {
        if (baselineDays < 1 || baselineDays > MAX_BASELINE_DAYS) {
            throw new IllegalArgumentException("baselineDays must be 1 to " + MAX_BASELINE_DAYS);
        }
        if (provisionalFor.compareTo(firmAfter) > 0) {
            throw new IllegalArgumentException("provisionalFor must not be longer than firmAfter");
        }
        long stepMillis = step.toMillis();
        if (stepMillis <= 0 || Duration.ofMinutes(1).toMillis() % stepMillis != 0) {
            throw new IllegalArgumentException("step must divide a minute, for instance 5s");
        }
        if (window.compareTo(step) < 0 || window.compareTo(Duration.ofMinutes(10)) > 0) {
            throw new IllegalArgumentException("window must lie between step and 10m");
        }
        if (trendOver.compareTo(step) < 0 || trendOver.compareTo(Duration.ofHours(1)) > 0) {
            throw new IllegalArgumentException("trendOver must lie between step and 1h");
        }
        if (!(harm > 1)) {
            throw new IllegalArgumentException("harm must be above 1, not " + harm);
        }
        if ((frozenFrom == null) != (frozenTo == null) || (frozenFrom != null && !frozenFrom.isBefore(frozenTo))) {
            throw new IllegalArgumentException("frozenFrom and frozenTo belong together, and frozenFrom comes first");
        }
    }

    /**
     * @param millis an instant, milliseconds since the epoch
     * @return true if it lies in the frozen baseline
     */
    public boolean isFrozen(long millis) {
        return frozenFrom != null && millis >= frozenFrom.toEpochMilli() && millis < frozenTo.toEpochMilli();
    }
}
