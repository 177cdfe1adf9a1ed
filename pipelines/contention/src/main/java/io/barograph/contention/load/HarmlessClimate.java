package io.barograph.contention.load;

import io.barograph.schemas.BinaryCollections;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.time.Duration;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * Loads that did no harm, of the trailing days: what a file system bears, or one of its servers. Unlike {@link
 * LoadClimate} it holds today as well, since harmful load does not enter it; so it can be asked after half a minute. For
 * the first ten minutes a load above twice the largest one seen is much.
 *
 * <p>Size: a {@link RateHistogram} per day, 17 kB each at most.
 */
public final class HarmlessClimate {
    private static final long DAY = Duration.ofDays(1).toMillis();
    private static final long MIN_MILLIS = Duration.ofSeconds(30).toMillis();
    private static final long ENOUGH_MILLIS = Duration.ofMinutes(10).toMillis();
    private static final double FIRST_MARGIN = 2;

    /** Of a load that hardly varies, a few percent more explain nothing. */
    private static final double VARIATION = 1.2;

    private static final long YOUNG_MILLIS = Duration.ofDays(1).toMillis();

    private final NavigableMap<Long, RateHistogram> days = new TreeMap<>();
    private long knownMillis;
    private long latest = Long.MIN_VALUE;
    /** Null if it has to be computed. */
    private HarmlessLevels levels;

    /**
     * @param time milliseconds since the epoch; that of the load before, of another server, or later
     * @param lasting how long, milliseconds
     */
    public void add(long time, double perSecond, long lasting) {
        levels = null;
        long day = Math.floorDiv(time, DAY);
        days.computeIfAbsent(day, unused -> new RateHistogram()).add(perSecond);
        if (time > latest) {
            days.headMap(day - LoadClimate.DAYS, false).clear();
            knownMillis = Math.min(YOUNG_MILLIS, knownMillis + lasting);
            latest = time;
        }
    }

    /**
     * @return 75th, 95th and 99.9th percentile, the last two at least 1.2 times the first; for the first ten minutes the
     *     largest load and twice as much, NaN for the first half minute
     */
    public HarmlessLevels levels() {
        levels = levels == null ? computeLevels() : levels;
        return levels;
    }

    private HarmlessLevels computeLevels() {
        if (knownMillis < MIN_MILLIS) {
            return new HarmlessLevels(Double.NaN, Double.NaN, Double.NaN, true);
        }
        RateHistogram all = new RateHistogram();
        days.values().forEach(all::merge);
        if (knownMillis < ENOUGH_MILLIS) {
            double largest = all.quantile(1);
            return new HarmlessLevels(largest, FIRST_MARGIN * largest, FIRST_MARGIN * largest, true);
        }
        double busy = all.quantile(0.75);
        double varied = VARIATION * busy;
        return new HarmlessLevels(
                busy,
                Math.max(all.quantile(0.95), varied),
                Math.max(all.quantile(0.999), varied),
                knownMillis < YOUNG_MILLIS);
    }

    public void writeTo(DataOutput out) throws IOException {
        out.writeLong(knownMillis);
        out.writeLong(latest);
        BinaryCollections.writeMap(days, out, BinaryCollections.LONG, RateHistogram::writeTo);
    }

    public static HarmlessClimate readFrom(DataInput in) throws IOException {
        HarmlessClimate climate = new HarmlessClimate();
        climate.knownMillis = in.readLong();
        climate.latest = in.readLong();
        BinaryCollections.readMap(climate.days, in, DataInput::readLong, RateHistogram::readFrom);
        return climate;
    }
}
