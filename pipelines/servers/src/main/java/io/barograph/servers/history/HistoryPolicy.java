package io.barograph.servers.history;

import io.barograph.schemas.CoverageLimits;
import java.io.Serializable;
import java.time.Duration;

/**
 * How long which resolution is kept and what counts as in time.
 *
 * @param fine how far back before a decision an edge is answered at the sampling interval
 * @param coarse how far back it is answered by the minute; what is older is too old
 * @param lateness a sample came in time if it was published at most this long after its instant
 * @param revisionDelay a decision with samples missing is taken once more this long after it
 * @param slack how much longer than {@code fine} and {@code coarse} blocks are kept, so that a decision taken behind the
 *     watermark still finds them
 */
public record HistoryPolicy(Duration fine, Duration coarse, Duration lateness, Duration revisionDelay, Duration slack)
        implements Serializable {
    /** Milliseconds of a minute. */
    static final long MINUTE = 60_000;

    /** Milliseconds of an hour. */
    public static final long HOUR = 60 * MINUTE;

    /** No hour. */
    public static final long NO_HOUR = Long.MIN_VALUE;

    /** 6 h at the sampling interval, 7 days by the minute, 30 s lateness, revision after 15 min, 1 h slack. */
    public static final HistoryPolicy DEFAULT = new HistoryPolicy(
            Duration.ofHours(6),
            Duration.ofDays(7),
            CoverageLimits.LATENESS,
            Duration.ofMinutes(15),
            Duration.ofHours(1));

    /** Checks that the spans are in order. */
    public HistoryPolicy {
        if (fine.isNegative() || coarse.compareTo(fine) < 0) {
            throw new IllegalArgumentException(
                    "the minute history (" + coarse + ") must not be shorter than the full one (" + fine + ")");
        }
        if (lateness.isNegative() || revisionDelay.isNegative() || slack.isNegative()) {
            throw new IllegalArgumentException("lateness, revisionDelay and slack must not be negative");
        }
    }

    /**
     * @param hour number of an hour since the epoch
     * @return when the blocks of its minutes may be forgotten, event time, milliseconds since the epoch
     */
    public long forgetMinutesOf(long hour) {
        return (hour + 1) * HOUR + fine.toMillis() + revisionDelay.toMillis() + slack.toMillis();
    }

    /**
     * @param hour number of an hour since the epoch
     * @return when its block may be forgotten, event time, milliseconds since the epoch
     */
    public long forgetHour(long hour) {
        return (hour + 1) * HOUR + coarse.toMillis() + revisionDelay.toMillis() + slack.toMillis();
    }

    /**
     * @param time event time, milliseconds since the epoch
     * @return the hour whose minutes are forgotten at that very time, or {@link #NO_HOUR}
     */
    public long hourWhoseMinutesAreForgottenAt(long time) {
        return hourEndingAt(time - forgetMinutesOf(-1));
    }

    /**
     * @param time event time, milliseconds since the epoch
     * @return the hour that is forgotten at that very time, or {@link #NO_HOUR}
     */
    public long hourForgottenAt(long time) {
        return hourEndingAt(time - forgetHour(-1));
    }

    /** @return true if something of an hour is forgotten at that very time */
    public boolean forgetsAt(long time) {
        return hourWhoseMinutesAreForgottenAt(time) != NO_HOUR || hourForgottenAt(time) != NO_HOUR;
    }

    private static long hourEndingAt(long end) {
        return Math.floorMod(end, HOUR) == 0 ? hourOf(end) - 1 : NO_HOUR;
    }

    /** @param time milliseconds since the epoch */
    public static long hourOf(long time) {
        return Math.floorDiv(time, HOUR);
    }

    /** @param time milliseconds since the epoch */
    public static long minuteOf(long time) {
        return Math.floorDiv(time, MINUTE);
    }
}
