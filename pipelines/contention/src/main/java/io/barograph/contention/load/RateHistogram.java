package io.barograph.contention.load;

import io.barograph.slowdown.LogarithmicBins;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * Rates in {@link LogarithmicBins}, zero in one of its own.
 *
 * <p>Size: 17 kB for all that can be held.
 */
final class RateHistogram {
    /** Lower rates count as none, per second: one in 15 min is less. */
    static final double MIN = 1e-3;

    /** Higher ones count as this, per second. */
    static final double MAX = 1e15;

    private final LogarithmicBins rates;

    RateHistogram() {
        this(new LogarithmicBins());
    }

    private RateHistogram(LogarithmicBins rates) {
        this.rates = rates;
    }

    void add(double perSecond) {
        rates.add(perSecond < MIN ? 0 : Math.min(MAX, perSecond));
    }

    void merge(RateHistogram other) {
        rates.merge(other.rates);
    }

    long count() {
        return rates.count();
    }

    /** The rate that at least the given part of all do not exceed; NaN if there are none. */
    double quantile(double part) {
        long count = count();
        if (count == 0) {
            return Double.NaN;
        }
        return rates.valueAt((long) Math.max(0, Math.ceil(part * count) - 1));
    }

    void writeTo(DataOutput out) throws IOException {
        rates.writeTo(out);
    }

    static RateHistogram readFrom(DataInput in) throws IOException {
        return new RateHistogram(LogarithmicBins.readFrom(in));
    }
}
