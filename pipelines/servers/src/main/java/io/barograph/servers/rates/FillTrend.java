package io.barograph.servers.rates;

import io.barograph.schemas.metrics.Median;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.OptionalDouble;

/**
 * The trend by which one target fills, from its last value of each of the last 168 hours.
 *
 * <p>The trend is Theil and Sen's: the median of the slopes between all pairs of hourly values. Up to 29 % of the values
 * may be anything without moving it far, so neither a large temporary file nor a purge of one day's length turns it, as
 * it would a least-squares line.
 *
 * <p>State: 16 bytes per hour, 2.7 kB at most.
 */
public final class FillTrend {
    static final int HOURS = 168;

    /** Fewer hourly values than this make no trend: a day's cycle would pass for growth. */
    static final int MIN_HOURS = 24;

    private static final long HOUR = 3_600_000;
    private static final long DAY = 24 * HOUR;
    private static final long NEVER = Long.MIN_VALUE;

    /** By number of the hour modulo the hours of a week. */
    private final long[] times = new long[HOURS];

    private final double[] fractions = new double[HOURS];

    /** No value yet. */
    public FillTrend() {
        Arrays.fill(times, NEVER);
    }

    /**
     * @param time instant, milliseconds since the epoch
     * @param fraction fraction in use, 0 to 1; of several in an hour the latest is kept
     */
    public void observe(long time, double fraction) {
        if (!(fraction >= 0 && fraction <= 1)) {
            throw new IllegalArgumentException("a fraction in use lies between 0 and 1, not " + fraction);
        }
        int slot = (int) Math.floorMod(Math.floorDiv(time, HOUR), (long) HOURS);
        if (time > times[slot]) {
            times[slot] = time;
            fractions[slot] = fraction;
        }
    }

    /**
     * When the target gets as full as that, should the trend of the week go on from the latest value.
     *
     * @param level fraction in use, 0.9 for instance
     * @return days from the latest value on; 0 if it is as full already; empty if the target does not fill up or fewer
     *     than 24 hours of the last week are known
     */
    public OptionalDouble daysUntil(double level) {
        int latest = latest();
        if (latest < 0) {
            return OptionalDouble.empty();
        }
        if (fractions[latest] >= level) {
            return OptionalDouble.of(0);
        }
        double slope = slopePerDay(times[latest]);
        return slope > 0 ? OptionalDouble.of((level - fractions[latest]) / slope) : OptionalDouble.empty();
    }

    private int latest() {
        int latest = -1;
        for (int i = 0; i < HOURS; i++) {
            if (times[i] != NEVER && (latest < 0 || times[i] > times[latest])) {
                latest = i;
            }
        }
        return latest;
    }

    private double slopePerDay(long latest) {
        long oldestHour = Math.floorDiv(latest, HOUR) - HOURS + 1;
        int[] recent = new int[HOURS];
        int count = 0;
        for (int i = 0; i < HOURS; i++) {
            if (times[i] != NEVER && Math.floorDiv(times[i], HOUR) >= oldestHour) {
                recent[count++] = i;
            }
        }
        if (count < MIN_HOURS) {
            return Double.NaN;
        }
        double[] slopes = new double[count * (count - 1) / 2];
        int next = 0;
        for (int i = 1; i < count; i++) {
            for (int j = 0; j < i; j++) {
                double days = (double) (times[recent[i]] - times[recent[j]]) / DAY;
                slopes[next++] = (fractions[recent[i]] - fractions[recent[j]]) / days;
            }
        }
        return Median.of(slopes);
    }

    public void writeTo(DataOutput out) throws IOException {
        for (int i = 0; i < HOURS; i++) {
            out.writeLong(times[i]);
            out.writeDouble(fractions[i]);
        }
    }

    public static FillTrend readFrom(DataInput in) throws IOException {
        FillTrend trend = new FillTrend();
        for (int i = 0; i < HOURS; i++) {
            trend.times[i] = in.readLong();
            trend.fractions[i] = in.readDouble();
        }
        return trend;
    }
}
