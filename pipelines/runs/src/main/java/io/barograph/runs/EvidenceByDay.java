package io.barograph.runs;

import io.barograph.runs.Evidence.Amount;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Collections;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/** Evidence of several days (UTC), each by its begin in milliseconds since the epoch. A value. */
public final class EvidenceByDay {
    /** No evidence. */
    public static final EvidenceByDay NONE = new EvidenceByDay(new TreeMap<>());

    /** Milliseconds of a day. */
    public static final long DAY = 86_400_000;

    private final NavigableMap<Long, Evidence> days;

    private EvidenceByDay(NavigableMap<Long, Evidence> days) {
        this.days = days;
    }

    /**
     * @param time milliseconds since the epoch
     * @return begin of its day
     */
    public static long dayOf(long time) {
        return Math.floorDiv(time, DAY) * DAY;
    }

    /**
     * @param time an instant, milliseconds since the epoch
     * @param evidence evidence of its day
     * @return it alone
     */
    public static EvidenceByDay at(long time, Evidence evidence) {
        NavigableMap<Long, Evidence> days = new TreeMap<>();
        if (!evidence.isNone()) {
            days.put(dayOf(time), evidence);
        }
        return new EvidenceByDay(days);
    }

    /**
     * Spreads amounts evenly over a stretch of time; nothing is lost in rounding.
     *
     * @param from begin, milliseconds since the epoch
     * @param to end; not before the begin
     * @param amounts what lies in it
     * @return the part of each day
     */
    public static EvidenceByDay spread(long from, long to, Map<Amount, Long> amounts) {
        if (dayOf(from) == dayOf(to)) {
            return at(from, Evidence.of(amounts));
        }
        NavigableMap<Long, Evidence> days = new TreeMap<>();
        for (long day = dayOf(from); day <= dayOf(to); day += DAY) {
            double before = share(day, from, to);
            double after = share(day + DAY, from, to);
            Map<Amount, Long> part = new TreeMap<>();
            amounts.forEach(
                    (amount, value) -> part.put(amount, Math.round(value * after) - Math.round(value * before)));
            Evidence evidence = Evidence.of(part);
            if (!evidence.isNone()) {
                days.put(day, evidence);
            }
        }
        return new EvidenceByDay(days);
    }

    /** Part of the stretch before an instant. */
    private static double share(long instant, long from, long to) {
        return Math.min(1, Math.max(0, (double) (instant - from) / (to - from)));
    }

    /**
     * @param other more evidence
     * @return both
     */
    public EvidenceByDay plus(EvidenceByDay other) {
        NavigableMap<Long, Evidence> sum = new TreeMap<>(days);
        other.days.forEach((day, evidence) -> sum.merge(day, evidence, Evidence::plus));
        sum.values().removeIf(Evidence::isNone);
        return new EvidenceByDay(sum);
    }

    /**
     * @param earlier what was said before, without a word on clocks
     * @return what has come to it since
     */
    public EvidenceByDay since(EvidenceByDay earlier) {
        NavigableMap<Long, Evidence> change = new TreeMap<>(days);
        earlier.days.forEach((day, evidence) ->
                change.put(day, change.getOrDefault(day, Evidence.NONE).since(evidence)));
        change.values().removeIf(Evidence::isNone);
        return new EvidenceByDay(change);
    }

    /** @return evidence by begin of its day, in order */
    public NavigableMap<Long, Evidence> days() {
        return Collections.unmodifiableNavigableMap(days);
    }

    /** @return true if it says nothing at all */
    public boolean isNone() {
        return days.isEmpty();
    }

    /**
     * @param out where to write
     * @throws IOException if that fails
     */
    public void writeTo(DataOutput out) throws IOException {
        out.writeInt(days.size());
        for (Map.Entry<Long, Evidence> entry : days.entrySet()) {
            out.writeLong(entry.getKey());
            entry.getValue().writeTo(out);
        }
    }

    /**
     * @param in where {@link #writeTo} wrote
     * @return the evidence
     * @throws IOException if reading fails
     */
    public static EvidenceByDay readFrom(DataInput in) throws IOException {
        int count = in.readInt();
        NavigableMap<Long, Evidence> days = new TreeMap<>();
        for (int i = 0; i < count; i++) {
            long day = in.readLong();
            days.put(day, Evidence.readFrom(in));
        }
        return new EvidenceByDay(days);
    }
}
