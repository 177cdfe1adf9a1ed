package io.barograph.verdicts.climate;

import java.util.Arrays;

/**
 * The performance that a motif has when nothing slows it: the healthy part of its climate (docs/anomalies.md).
 *
 * <p>Bad weather only ever slows a run. So the scatter is read on the upper side of the median alone, and runs far below
 * it do not count: a climate of which a third is bad does not hide the next bad run.
 *
 * @param logMedian median of the logarithm of performance (bytes/s) over the healthy runs
 * @param deviation upper deviation of the logarithm over the healthy runs, at least {@value #MIN_DEVIATION}
 */
public record UsualPerformance(double logMedian, double deviation, int runs, int healthy) {
    /** From this many runs on {@value #Z_LIMIT} deviations are far, before it {@value #Z_LIMIT_OF_SMALL_CLIMATE}. */
    public static final int LARGE_CLIMATE = 20;

    /** Runs do not repeat to better than 3 %. */
    static final double MIN_DEVIATION = 0.03;

    private static final double Z_LIMIT = 3.5;
    private static final double Z_LIMIT_OF_SMALL_CLIMATE = 4.5;

    /**
     * Searches once from the whole climate and takes median and deviation again from what is left. To repeat this until
     * nothing changes flags 0.5 percentage points more of a year of real runs, and no more of the runs below half of
     * their motif's median; to begin from the 75th percentile flags twice as many of ordinary runs.
     *
     * @param performances performances of the climate's runs, bytes/s, positive; at least one
     * @throws IllegalArgumentException if there is none
     */
    public static UsualPerformance of(double[] performances) {
        if (performances.length == 0) {
            throw new IllegalArgumentException("a climate without runs has no usual performance");
        }
        double[] logs = Arrays.stream(performances).map(Math::log).sorted().toArray();
        UsualPerformance whole = ofSorted(logs, 0);
        double limit = whole.logMedian - zLimit(logs.length) * whole.deviation;
        int first = 0;
        while (logs[first] < limit) {
            first++;
        }
        return ofSorted(logs, first);
    }

    private static UsualPerformance ofSorted(double[] logs, int first) {
        double median = median(logs, first, logs.length);
        int above = logs.length;
        while (above > first && logs[above - 1] > median) {
            above--;
        }
        double distance = above == logs.length ? 0 : median(logs, above, logs.length) - median;
        return new UsualPerformance(
                median,
                Math.max(MIN_DEVIATION, SortedValues.MAD_TO_SIGMA * distance),
                logs.length,
                logs.length - first);
    }

    private static double median(double[] sorted, int from, int to) {
        int middle = (from + to) / 2;
        return (to - from) % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    private static double zLimit(int runs) {
        return runs < LARGE_CLIMATE ? Z_LIMIT_OF_SMALL_CLIMATE : Z_LIMIT;
    }

    /** @return how many deviations from the median are far for a climate of this size */
    double zLimit() {
        return zLimit(runs);
    }

    /** @return usual performance, bytes/s */
    public double bytesPerSecond() {
        return Math.exp(logMedian);
    }

    /**
     * @param performance bytes/s
     * @return (log performance - median) / deviation; negative is slower than usual
     */
    public double robustZ(double performance) {
        return (Math.log(performance) - logMedian) / deviation;
    }
}
