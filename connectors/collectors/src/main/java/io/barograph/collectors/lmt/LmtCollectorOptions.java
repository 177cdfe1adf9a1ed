package io.barograph.collectors.lmt;

import java.time.Duration;
import java.time.ZoneId;
import java.time.ZoneOffset;

/**
 * @param zone time zone of the times in the database
 * @param samplingInterval LMT's sampling interval, and how often the database is asked
 * @param rereadIntervals how many of the newest TS_IDs are read again at each poll, because LMT adds a server's row to a
 *     TS_ID when the server reports
 * @param longestBackoff longest wait between attempts while the database is down
 */
public record LmtCollectorOptions(
        ZoneId zone, Duration samplingInterval, int rereadIntervals, Duration longestBackoff) {
    /** UTC, 5 s, 2 intervals, 1 min. */
    public static final LmtCollectorOptions DEFAULTS =
            new LmtCollectorOptions(ZoneOffset.UTC, Duration.ofSeconds(5), 2, Duration.ofMinutes(1));

    /** Largest number of intervals to read again. */
    public static final int MAX_REREAD_INTERVALS = 60;

    /** Checks the ranges. */
    public LmtCollectorOptions {
        if (samplingInterval.toMillis() < 2) {
            throw new IllegalArgumentException("samplingInterval must be at least 2 ms");
        }
        if (rereadIntervals < 0 || rereadIntervals > MAX_REREAD_INTERVALS) {
            throw new IllegalArgumentException("rereadIntervals must be 0 to " + MAX_REREAD_INTERVALS);
        }
        if (longestBackoff.compareTo(samplingInterval) < 0) {
            throw new IllegalArgumentException("longestBackoff must not be shorter than samplingInterval");
        }
    }
}
