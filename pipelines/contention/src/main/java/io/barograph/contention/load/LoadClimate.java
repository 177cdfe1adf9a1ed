package io.barograph.contention.load;

import io.barograph.schemas.BinaryCollections;
import io.barograph.schemas.EventType;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.time.Duration;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * The rates of one kind of load of a file system over the trailing days, from a histogram of each day (UTC). The levels of
 * a day are those of the whole days before it: they stay for the day, and a long event does not raise the threshold that
 * it is measured by. The same rates in any order give the same climate.
 *
 * <p>State: a {@link RateHistogram} per day, today's included; 17 kB each at most, and usually 4.
 */
public final class LoadClimate {
    /** Whole days before today that a climate reaches back. */
    static final int DAYS = 30;

    private static final Duration SHORTEST = Duration.ofHours(24);
    /** As on Franklin (CUG 2010, section 7). */
    private static final double BYTES_PER_SECOND = 1e9;
    /** Edison's scratch1 exceeded it with its one metadata server in about 1 % of the morning of 2018-02-09. */
    private static final double METADATA_PER_SECOND = 2_000;
    /** No threshold is lower than this part of the fallback: on an idle system any load would be above the climate. */
    private static final double MIN_PART = 0.01;

    private static final long DAY = Duration.ofDays(1).toMillis();
    private static final long NONE = Long.MIN_VALUE;

    private final int trailingDays;
    private final Duration shortest;
    private final double fallback;
    private final Duration interval;
    private final NavigableMap<Long, RateHistogram> days = new TreeMap<>();

    private long levelsOf = NONE;
    private LoadLevels levels;

    /**
     * @param trailingDays whole days before today that the climate reaches back
     * @param shortest a climate of less known time is too young: its levels are the fallback, and provisional
     * @param fallback per second
     */
    LoadClimate(int trailingDays, Duration shortest, double fallback, Duration interval) {
        this.trailingDays = trailingDays;
        this.shortest = shortest;
        this.fallback = fallback;
        this.interval = interval;
    }

    /** @param load READ, WRITE or METADATA */
    static LoadClimate of(EventType load, Duration interval) {
        return new LoadClimate(
                DAYS, SHORTEST, load == EventType.METADATA ? METADATA_PER_SECOND : BYTES_PER_SECOND, interval);
    }

    /**
     * @param label closing instant of an interval, milliseconds since the epoch
     * @return false if the interval is older than the climate reaches back
     */
    public boolean add(long label, double perSecond) {
        if (!(perSecond >= 0)) {
            throw new IllegalArgumentException("a rate must not be negative: " + perSecond);
        }
        long day = dayOf(label);
        if (!days.isEmpty() && day < days.lastKey() - trailingDays) {
            return false;
        }
        days.computeIfAbsent(day, unused -> new RateHistogram()).add(perSecond);
        days.headMap(days.lastKey() - trailingDays, false).clear();
        if (day < levelsOf) {
            levelsOf = NONE;
        }
        return true;
    }

    /** An interval that closes at midnight belongs to the day before. */
    private static long dayOf(long label) {
        return Math.floorDiv(label - 1, DAY);
    }

    /**
     * @param label closing instant of an interval, milliseconds since the epoch
     * @return what is much load on its day
     */
    public LoadLevels levels(long label) {
        long day = dayOf(label);
        if (levels == null || levelsOf != day) {
            levels = levelsOf(day);
            levelsOf = day;
        }
        return levels;
    }

    private LoadLevels levelsOf(long day) {
        RateHistogram before = new RateHistogram();
        for (RateHistogram earlier :
                days.subMap(day - trailingDays, true, day, false).values()) {
            before.merge(earlier);
        }
        boolean isTooYoung =
                before.count() == 0 || interval.multipliedBy(before.count()).compareTo(shortest) < 0;
        if (isTooYoung) {
            return new LoadLevels(fallback, fallback, true);
        }
        double least = MIN_PART * fallback;
        return new LoadLevels(Math.max(least, before.quantile(0.75)), Math.max(least, before.quantile(0.95)), false);
    }

    public void writeTo(DataOutput out) throws IOException {
        BinaryCollections.writeMap(days, out, BinaryCollections.LONG, RateHistogram::writeTo);
    }

    /** Takes what {@link #writeTo} wrote. */
    void read(DataInput in) throws IOException {
        BinaryCollections.readMap(days, in, DataInput::readLong, RateHistogram::readFrom);
    }
}
