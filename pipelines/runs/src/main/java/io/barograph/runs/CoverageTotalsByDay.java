package io.barograph.runs;

import io.barograph.runs.DailyCoverageTotals.Amount;
import java.util.Collections;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/** Evidence of several days (UTC), each by its begin in milliseconds since the epoch, in order. */
public record CoverageTotalsByDay(NavigableMap<Long, DailyCoverageTotals> days) {
    /** No evidence. */
    public static final CoverageTotalsByDay NONE = new CoverageTotalsByDay(new TreeMap<>());

    /** Milliseconds of a day. */
    public static final long DAY = 86_400_000;

    /** Keeps the map from changing. */
    public CoverageTotalsByDay {
        days = Collections.unmodifiableNavigableMap(days);
    }

    /** @param time milliseconds since the epoch */
    public static long dayOf(long time) {
        return Math.floorDiv(time, DAY) * DAY;
    }

    /** @param time an instant, milliseconds since the epoch */
    public static CoverageTotalsByDay at(long time, DailyCoverageTotals evidence) {
        NavigableMap<Long, DailyCoverageTotals> days = new TreeMap<>();
        if (!evidence.isNone()) {
            days.put(dayOf(time), evidence);
        }
        return new CoverageTotalsByDay(days);
    }

    /**
     * Spreads amounts evenly over a stretch of time; nothing is lost in rounding.
     *
     * @param from begin, milliseconds since the epoch
     */
    public static CoverageTotalsByDay spread(long from, long to, Map<Amount, Long> amounts) {
        if (dayOf(from) == dayOf(to)) {
            return at(from, DailyCoverageTotals.of(amounts));
        }
        NavigableMap<Long, DailyCoverageTotals> days = new TreeMap<>();
        for (long day = dayOf(from); day <= dayOf(to); day += DAY) {
            double before = share(day, from, to);
            double after = share(day + DAY, from, to);
            Map<Amount, Long> part = new TreeMap<>();
            amounts.forEach(
                    (amount, value) -> part.put(amount, Math.round(value * after) - Math.round(value * before)));
            DailyCoverageTotals evidence = DailyCoverageTotals.of(part);
            if (!evidence.isNone()) {
                days.put(day, evidence);
            }
        }
        return new CoverageTotalsByDay(days);
    }

    /** Part of the stretch before an instant. */
    private static double share(long instant, long from, long to) {
        return Math.min(1, Math.max(0, (double) (instant - from) / (to - from)));
    }

    public CoverageTotalsByDay plus(CoverageTotalsByDay other) {
        NavigableMap<Long, DailyCoverageTotals> sum = new TreeMap<>(days);
        other.days.forEach((day, evidence) -> sum.merge(day, evidence, DailyCoverageTotals::plus));
        sum.values().removeIf(DailyCoverageTotals::isNone);
        return new CoverageTotalsByDay(sum);
    }

    /** @return what has come to it since */
    public CoverageTotalsByDay since(CoverageTotalsByDay earlier) {
        NavigableMap<Long, DailyCoverageTotals> change = new TreeMap<>(days);
        earlier.days.forEach((day, evidence) -> change.put(
                day, change.getOrDefault(day, DailyCoverageTotals.NONE).since(evidence)));
        change.values().removeIf(DailyCoverageTotals::isNone);
        return new CoverageTotalsByDay(change);
    }

    /** @return true if it says nothing at all */
    public boolean isNone() {
        return days.isEmpty();
    }
}
