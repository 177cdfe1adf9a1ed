package io.barograph.analytics.weather;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;

/** A period of the calendar, UTC. */
public enum Period {
    /** One minute. */
    MINUTE(ChronoUnit.MINUTES),
    /** One hour. */
    HOUR(ChronoUnit.HOURS),
    /** One day. */
    DAY(ChronoUnit.DAYS),
    /** One month. */
    MONTH(ChronoUnit.MONTHS);

    private final ChronoUnit unit;

    Period(ChronoUnit unit) {
        this.unit = unit;
    }

    /**
     * The period that an interval belongs to. The traffic labelled midnight was moved before midnight and belongs to the
     * day that ends then.
     *
     * @param label closing instant of the interval, milliseconds since the epoch
     * @param intervalMillis length of the interval
     * @return start of the period that the interval starts in, milliseconds since the epoch
     */
    public long startOf(long label, long intervalMillis) {
        ZonedDateTime time = Instant.ofEpochMilli(label - intervalMillis).atZone(ZoneOffset.UTC);
        ZonedDateTime start =
                this == MONTH ? time.truncatedTo(ChronoUnit.DAYS).withDayOfMonth(1) : time.truncatedTo(unit);
        return start.toInstant().toEpochMilli();
    }

    /**
     * @param start start of a period, milliseconds since the epoch
     * @return its end, which is the label of its last interval
     */
    public long endOf(long start) {
        return Instant.ofEpochMilli(start)
                .atZone(ZoneOffset.UTC)
                .plus(1, unit)
                .toInstant()
                .toEpochMilli();
    }
}
