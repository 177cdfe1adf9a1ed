package io.barograph.contention.cost;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;

/**
 * A day or a month for which cost is reported, in UTC.
 *
 * @param from begin, milliseconds since the epoch
 */
public record CostPeriod(long from, long until) {
    /** @param millis an instant, milliseconds since the epoch */
    public static CostPeriod day(long millis) {
        LocalDate day = date(millis);
        return of(day, day.plusDays(1));
    }

    /** @param millis an instant, milliseconds since the epoch */
    public static CostPeriod month(long millis) {
        LocalDate first = date(millis).withDayOfMonth(1);
        return of(first, first.plusMonths(1));
    }

    private static LocalDate date(long millis) {
        return Instant.ofEpochMilli(millis).atOffset(ZoneOffset.UTC).toLocalDate();
    }

    private static CostPeriod of(LocalDate first, LocalDate next) {
        return new CostPeriod(millis(first), millis(next));
    }

    private static long millis(LocalDate day) {
        return day.atStartOfDay(ZoneOffset.UTC).toInstant().toEpochMilli();
    }
}
