package io.barograph.servers.rates;

import io.barograph.servers.counters.CounterIncrement;
import io.barograph.servers.counters.CounterRule;
import java.util.function.Consumer;

/**
 * Places an increment on the intervals that it spans. Where samples are missing, the next difference holds the traffic
 * of the whole gap; rates, minutes and spectra take it as spread evenly.
 *
 * <p>Labels are the multiples of the interval since the epoch; a sample belongs to the nearest one, so a collector that
 * polls a little early or late still closes its own interval. An increment from label a to label b spans n = (b - a) /
 * interval intervals and gives each of a + interval, ..., b its n-th part. Amounts are whole numbers: share i of d is
 * floor(d (i + 1) / n) - floor(d i / n), which differs from d / n by less than one unit and makes the shares add up to d
 * exactly. Two samples with the same label give all to that label.
 *
 * <p>A gap longer than {@link CounterRule#MAX_GAP_MILLIS} is not spread: what was moved in it is unknown. An interval
 * whose closing sample is at fault counts as one without a sample.
 *
 * <p>Effect: a burst that fell into a gap is flattened over it; totals are untouched.
 */
public final class GapSpreading {
    private final long intervalMillis;

    /** @param intervalMillis nominal interval between two samples, milliseconds */
    public GapSpreading(long intervalMillis) {
        if (intervalMillis <= 0) {
            throw new IllegalArgumentException("the interval must be positive, not " + intervalMillis + " ms");
        }
        this.intervalMillis = intervalMillis;
    }

    /**
     * @param time instant of a sample, milliseconds since the epoch
     * @return label of the interval that it closes
     */
    public long label(long time) {
        return Math.floorDiv(time + intervalMillis / 2, intervalMillis) * intervalMillis;
    }

    /** @return label of the first interval that an increment has a share in */
    public long firstLabel(CounterIncrement increment) {
        long last = label(increment.to());
        return last - (intervals(increment, last) - 1) * intervalMillis;
    }

    private long intervals(CounterIncrement increment, long last) {
        return CounterRule.beginsAnew(increment.from(), increment.to())
                ? 1
                : Math.max(1, (last - label(increment.from())) / intervalMillis);
    }

    /** @param parts takes the share of each interval, in order of time */
    public void spread(CounterIncrement increment, Consumer<IntervalIncrement> parts) {
        long last = label(increment.to());
        long intervals = intervals(increment, last);
        for (long i = 0; i < intervals; i++) {
            long index = i;
            boolean closing = i == intervals - 1;
            parts.accept(new IntervalIncrement(
                    last - (intervals - 1 - i) * intervalMillis,
                    intervals == 1
                            ? increment.moved()
                            : increment.moved().map(amount -> share(amount, index, intervals)),
                    increment.sign(),
                    closing && !increment.fault(),
                    intervals > 1,
                    closing && increment.restarted()));
        }
    }

    /** Share of one of n intervals; the remainder is dealt out one by one so that no product can overflow. */
    private static long share(long amount, long index, long intervals) {
        long remainder = amount % intervals;
        return amount / intervals + remainder * (index + 1) / intervals - remainder * index / intervals;
    }
}
