package io.barograph.verdicts.climate;

import java.util.Arrays;

/** Statistics of some values, sorted once. Missing values (NaN) are left out. */
public final class SortedValues {
    /** A normal distribution's standard deviation / its median absolute deviation. */
    static final double MAD_TO_SIGMA = 1.4826;

    /** The same for its mean absolute deviation: the root of pi/2. */
    private static final double MEAN_DEVIATION_TO_SIGMA = Math.sqrt(Math.PI / 2);

    private final double[] sorted;

    private SortedValues(double[] sorted) {
        this.sorted = sorted;
    }

    public static SortedValues of(double[] values) {
        double[] known = new double[values.length];
        int count = 0;
        for (double value : values) {
            if (!Double.isNaN(value)) {
                known[count++] = value;
            }
        }
        double[] sorted = count == known.length ? known : Arrays.copyOf(known, count);
        Arrays.sort(sorted);
        return new SortedValues(sorted);
    }

    /** @param ascending without NaN; not to be changed afterwards */
    static SortedValues ofAscending(double[] ascending) {
        return new SortedValues(ascending);
    }

    /** @return the values in ascending order: not to be changed */
    double[] ascending() {
        return sorted;
    }

    public int size() {
        return sorted.length;
    }

    /** @return quantile by linear interpolation between the neighbours in ascending order; NaN if empty */
    public double quantile(double q) {
        if (sorted.length == 0) {
            return Double.NaN;
        }
        double rank = q * (sorted.length - 1);
        int below = (int) rank;
        double part = rank - below;
        return part == 0 ? sorted[below] : sorted[below] + (sorted[below + 1] - sorted[below]) * part;
    }

    /** @return 50 % quantile; NaN if empty */
    public double median() {
        return quantile(0.5);
    }

    /** @return largest value; NaN if empty */
    public double max() {
        return quantile(1);
    }

    /** @return 1.4826 x median absolute deviation from the median; NaN if empty */
    public double robustSigma() {
        return MAD_TO_SIGMA * new SortedValues(deviations()).median();
    }

    /** Distances from the median in ascending order: the largest that is left lies at one of the two ends. */
    private double[] deviations() {
        double median = median();
        double[] deviations = new double[sorted.length];
        int lowest = 0;
        int highest = sorted.length - 1;
        for (int i = deviations.length - 1; i >= 0; i--) {
            boolean isBelow = median - sorted[lowest] > sorted[highest] - median;
            deviations[i] = isBelow ? median - sorted[lowest++] : sorted[highest--] - median;
        }
        return deviations;
    }

    /**
     * @return {@link #robustSigma()}; where more than half of the values are equal, 1.2533 x mean absolute deviation from
     *     the median instead (Iglewicz and Hoaglin, How to detect and handle outliers, 1993); NaN if empty
     */
    public double spread() {
        double sigma = robustSigma();
        if (sigma > 0) {
            return sigma;
        }
        double median = median();
        double sum = 0;
        for (double value : sorted) {
            sum += Math.abs(value - median);
        }
        return MEAN_DEVIATION_TO_SIGMA * sum / sorted.length;
    }

    /** @return percentage of the values below it, half of the equal ones counted; NaN if empty */
    public double percentileOf(double value) {
        if (sorted.length == 0) {
            return Double.NaN;
        }
        int below = 0;
        int equal = 0;
        for (double other : sorted) {
            if (other < value) {
                below++;
            } else if (other == value) {
                equal++;
            }
        }
        return 100.0 * (below + 0.5 * equal) / sorted.length;
    }
}
