package io.barograph.jobstats.operators;

import io.barograph.jobstats.ServerMinute;
import java.time.Duration;

/** When what is decided and forgotten, event time in milliseconds. */
final class LiveTimes {
    static final long HOUR = Duration.ofHours(1).toMillis();

    /** Entries of job statistics, and servers, are remembered that long without a word of them; whole hours. */
    static final long REMEMBER_ENTRIES = 6 * HOUR;

    /** Jobs are remembered that long after their last traffic, for a log that comes late; whole hours. */
    static final long REMEMBER_JOBS = 48 * HOUR;

    /** A poll counts as one at the begin of a minute within that part of its interval, at most 20 s. */
    private static final int TOLERANCE = 10;

    private LiveTimes() {}

    /**
     * A minute is emitted when the poll that closes it, half an interval late and published late, must be there.
     *
     * @param minute number of the minute since the epoch
     */
    static long emittedAt(long minute, int intervalMillis, long latenessMillis) {
        return ServerMinute.beginOf(minute + 1) + 3L * intervalMillis / 2 + latenessMillis;
    }

    /** @return a poll no farther from the begin of a minute counts as one at it */
    static long toleranceOf(int intervalMillis) {
        return Math.min(intervalMillis / TOLERANCE, ServerMinute.MINUTE / 3);
    }

    /**
     * @param minute number of a minute that is emitted
     * @return number of the first minute that a late poll may still change; a full hour
     */
    static long settledBefore(long minute) {
        return Math.floorDiv(ServerMinute.beginOf(minute) - REMEMBER_ENTRIES, HOUR) * (HOUR / ServerMinute.MINUTE);
    }

    static long endOfHour(long time) {
        return (Math.floorDiv(time, HOUR) + 1) * HOUR;
    }
}
