package io.barograph.slowdown;

import io.barograph.schemas.BaselineKind;

/**
 * What the baseline says an operation takes.
 *
 * @param since first timing of the baseline, milliseconds since the epoch; meaningless if {@code timings} is 0
 * @param until end of the baseline, milliseconds since the epoch
 * @param calmMinutes calm minutes in it, counted up to {@value CalmMinutes#TRAINED}
 * @param median seconds; NaN if there are none, as for the other quantiles
 * @param p90 seconds
 * @param frozenMedian median of the frozen commissioning baseline, seconds; NaN if there is none
 */
public record OperationBaseline(
        long since,
        long until,
        long timings,
        int calmMinutes,
        double median,
        double p90,
        double p95,
        double p99,
        double frozenMedian) {
    /** Nothing is known yet. */
    public static final OperationBaseline NONE =
            new OperationBaseline(0, 0, 0, 0, Double.NaN, Double.NaN, Double.NaN, Double.NaN, Double.NaN);

    /**
     * @param since first timing of the baseline, milliseconds since the epoch
     * @param until end of the baseline, milliseconds since the epoch
     */
    public static OperationBaseline of(
            TimingHistogram baseline, TimingHistogram frozen, long since, long until, int calmMinutes) {
        return new OperationBaseline(
                since,
                until,
                baseline.count(),
                Math.min(CalmMinutes.TRAINED, calmMinutes),
                baseline.median(),
                baseline.quantile(0.90),
                baseline.quantile(0.95),
                baseline.quantile(0.99),
                frozen.median());
    }

    /**
     * @param instant a later end of the baseline, milliseconds since the epoch
     * @return the same, if no timing has come since
     */
    public OperationBaseline at(long instant) {
        return new OperationBaseline(since, instant, timings, calmMinutes, median, p90, p95, p99, frozenMedian);
    }

    /** @return how far it may be trusted */
    public BaselineKind kind(SlowdownPolicy policy) {
        if (timings == 0) {
            return BaselineKind.NONE;
        }
        if (calmMinutes < CalmMinutes.TRAINED) {
            return BaselineKind.NOT_TRAINED;
        }
        long age = until - since;
        if (age < policy.provisionalFor().toMillis()) {
            return BaselineKind.PROVISIONAL;
        }
        return age < policy.firmAfter().toMillis() ? BaselineKind.USABLE : BaselineKind.FIRM;
    }
}
