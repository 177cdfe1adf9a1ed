package io.barograph.sources.tokio;

import java.util.function.IntToDoubleFunction;

/**
 * Makes a cumulative counter of amounts per interval. Interval i lies between the instants i and i+1. The counter is 0 at
 * the beginning of the first interval whose amount is known, so that this amount is a difference too. After an interval
 * whose amount is missing there is no value; a source that books the traffic of a gap in the next interval gets it there.
 */
final class AmountCounter {
    private final IntToDoubleFunction amounts;
    private final int intervals;
    private double ending = Double.NaN;
    private boolean started;
    private long total;
    private double remainder;

    /** @param amounts amount of an interval; NaN where missing; asked once for each, in ascending order */
    AmountCounter(int intervals, IntToDoubleFunction amounts) {
        this.intervals = intervals;
        this.amounts = amounts;
    }

    /**
     * @param instant 0 to the number of intervals; to be asked once for each, in ascending order
     * @return the counter, rounded; null where there is none
     */
    Long at(int instant) {
        double ended = ending;
        ending = instant < intervals ? amounts.applyAsDouble(instant) : Double.NaN;
        if (!Double.isNaN(ended)) {
            add(ended);
            return total;
        }
        if (!started && !Double.isNaN(ending)) {
            started = true;
            return 0L;
        }
        return null;
    }

    /** What rounding leaves is carried on: rates are not always whole amounts. */
    private void add(double amount) {
        remainder += amount;
        long whole = Math.round(remainder);
        total = Math.addExact(total, whole);
        remainder -= whole;
    }
}
