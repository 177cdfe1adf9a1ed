package io.barograph.contention.load;

import io.barograph.schemas.BinaryCollections;
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
    private static final long DAY = Duration.ofDays(1).toMillis();
    private static final long NONE = Long.MIN_VALUE;

    private final LoadPolicy policy;
    private final LoadKind load;
    private final Duration interval;
    private final NavigableMap<Long, RateHistogram> days = new TreeMap<>();

    private long levelsOf = NONE;
    private LoadLevels levels;

    public LoadClimate(LoadPolicy policy, LoadKind load, Duration interval) {
        this.policy = policy;
        this.load = load;
        this.interval = interval;
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
        if (!days.isEmpty() && day < days.lastKey() - policy.days()) {
            return false;
        }
        days.computeIfAbsent(day, unused -> new RateHistogram()).add(perSecond);
        days.headMap(days.lastKey() - policy.days(), false).clear();
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
                days.subMap(day - policy.days(), true, day, false).values()) {
            before.merge(earlier);
        }
        double fallback = policy.fallback(load);
        boolean isTooYoung =
                before.count() == 0 || interval.multipliedBy(before.count()).compareTo(policy.shortest()) < 0;
        if (isTooYoung) {
            return new LoadLevels(fallback, fallback, true);
        }
        double least = LoadPolicy.MIN_PART * fallback;
        return new LoadLevels(Math.max(least, before.quantile(0.75)), Math.max(least, before.quantile(0.95)), false);
    }

    public void writeTo(DataOutput out) throws IOException {
        BinaryCollections.writeMap(days, out, BinaryCollections.LONG, RateHistogram::writeTo);
    }

    public static LoadClimate readFrom(DataInput in, LoadPolicy policy, LoadKind load, Duration interval)
            throws IOException {
        LoadClimate climate = new LoadClimate(policy, load, interval);
        BinaryCollections.readMap(climate.days, in, DataInput::readLong, RateHistogram::readFrom);
        return climate;
    }
}
