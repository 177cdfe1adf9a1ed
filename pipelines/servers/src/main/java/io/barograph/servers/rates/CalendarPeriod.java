package io.barograph.servers.rates;

import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneOffset;

/** A period of the calendar, UTC. */
public enum CalendarPeriod {
    MINUTE(60_000),
    HOUR(3_600_000),
    DAY(86_400_000),
    MONTH(0);

    /** Milliseconds, which are the same for every minute, hour and day of UTC since the epoch; 0 if they differ. */
    private final long length;

    CalendarPeriod(long length) {
        this.length = length;
    }

    /**
     * The period that an interval belongs to. The traffic labelled midnight was moved before midnight and belongs to the
     * day that ends then.
     *
     * @param label closing instant of the interval, milliseconds since the epoch
     * @return start of the period that the interval starts in, milliseconds since the epoch
     */
    public long startOf(long label, long intervalMillis) {
        long start = label - intervalMillis;
        return length > 0 ? Math.floorDiv(start, length) * length : millis(monthOf(start));
    }

    /**
     * @param start start of a period, milliseconds since the epoch
     * @return its end, which is the label of its last interval
     */
    public long endOf(long start) {
        return length > 0 ? start + length : millis(monthOf(start).plusMonths(1));
    }

    private static YearMonth monthOf(long time) {
        return YearMonth.from(Instant.ofEpochMilli(time).atOffset(ZoneOffset.UTC));
    }

    private static long millis(YearMonth month) {
        return month.atDay(1).atStartOfDay(ZoneOffset.UTC).toInstant().toEpochMilli();
    }
}
