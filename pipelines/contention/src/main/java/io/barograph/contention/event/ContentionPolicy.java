package io.barograph.contention.event;

import java.io.Serializable;
import java.time.Duration;

/**
 * When slowness, load and lack of space are events (docs/contention.md).
 *
 * @param harm a live slowdown of at least this much is harm
 * @param harmSteps that many live slowdowns running
 * @param calm the harm is over when every live slowdown has been below this
 * @param calmFor for this long
 * @param degradedAfter slowness under a usual load for this long is a degradation
 * @param unexplainedAfter slowness for this long is an event, whatever is known of the load
 * @param window load is the mean over this time, that of the live slowdown
 * @param full a target is nearly full from here, 0 to 1
 * @param roomAgain and no longer below this
 * @param keptAfterEnd an event that is over can be corrected for this long
 */
public record ContentionPolicy(
        double harm,
        int harmSteps,
        double calm,
        Duration calmFor,
        Duration degradedAfter,
        Duration unexplainedAfter,
        Duration window,
        double full,
        double roomAgain,
        Duration keptAfterEnd)
        implements Serializable {
    private static final double CALM = 0.75;
    private static final Duration UNEXPLAINED = Duration.ofMinutes(5);
    private static final double ROOM = 0.02;

    /** Twice as slow three times running, calm below 1.5 for a minute, degraded after 90 s, full from 90 % to 88 %. */
    public static final ContentionPolicy DEFAULT = of(2, Duration.ofSeconds(90), 0.9, Duration.ofHours(24));

    public ContentionPolicy {
        if (!(calm > 1 && calm < harm)) {
            throw new IllegalArgumentException("calm (" + calm + ") must lie between 1 and harm (" + harm + ")");
        }
        if (harmSteps < 1) {
            throw new IllegalArgumentException("harmSteps must be at least 1, not " + harmSteps);
        }
        if (!(roomAgain > 0 && roomAgain <= full && full <= 1)) {
            throw new IllegalArgumentException("full and roomAgain must be above 0 and at most 1, and full not below"
                    + " roomAgain; not " + full + " and " + roomAgain);
        }
        requirePositive("calmFor", calmFor);
        requirePositive("degradedAfter", degradedAfter);
        requirePositive("unexplainedAfter", unexplainedAfter);
        requirePositive("window", window);
        requirePositive("keptAfterEnd", keptAfterEnd);
    }

    /**
     * @param harm a live slowdown of at least this much is harm; it is over below three quarters of it
     * @param degradedAfter slowness under a usual load for this long is a degradation; slowness of any kind is an event
     *     after five minutes, or after this if it is longer
     * @param full a target is nearly full from here, until two hundredths less, 0 to 1
     * @param keptAfterEnd an event that is over can be corrected for this long
     * @return the limits, all else by default
     */
    public static ContentionPolicy of(double harm, Duration degradedAfter, double full, Duration keptAfterEnd) {
        return new ContentionPolicy(
                harm,
                3,
                CALM * harm,
                Duration.ofMinutes(1),
                degradedAfter,
                degradedAfter.compareTo(UNEXPLAINED) > 0 ? degradedAfter : UNEXPLAINED,
                Duration.ofSeconds(30),
                full,
                full - ROOM,
                keptAfterEnd);
    }

    private static void requirePositive(String name, Duration duration) {
        if (duration.toMillis() <= 0) {
            throw new IllegalArgumentException(name + " must be at least 1 ms, not " + duration);
        }
    }
}
