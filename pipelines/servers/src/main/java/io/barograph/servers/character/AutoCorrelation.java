package io.barograph.servers.character;

import java.util.Arrays;
import java.util.OptionalInt;

/**
 * Auto-correlation of a series (CUG 2010, section 6):
 *
 * <pre>r(k) = sum_{i &lt; N - k} (x_i - mean) (x_{i+k} - mean) / sum_i (x_i - mean)^2</pre>
 *
 * <p>Missing values are left out: the mean is that of the known values, a sum is over the pairs of which both are known,
 * and both sums are scaled from the number of their terms, M_k and M_0, to the number there would be, N - k and N. So a
 * missing value neither counts as zero load nor draws r(k) towards zero; what is left of its effect is that fewer pairs
 * make r(k) noisier, and that |r(k)| can exceed 1 slightly. Without missing values the scaling is 1. Where no pair is
 * known, r(k) is NaN.
 */
public final class AutoCorrelation {
    private final double[] coefficients;

    private AutoCorrelation(double[] coefficients) {
        this.coefficients = coefficients;
    }

    /**
     * @param values values at equal distances; NaN where missing
     * @param largestLag largest lag asked for, in steps; cut to what the series has
     * @return its auto-correlation; NaN at all lags if no two known values differ
     */
    public static AutoCorrelation of(double[] values, int largestLag) {
        if (largestLag < 0) {
            throw new IllegalArgumentException("the largest lag must not be negative: " + largestLag);
        }
        int lags = Math.max(0, Math.min(largestLag, values.length - 1));
        double[] known =
                Arrays.stream(values).filter(value -> !Double.isNaN(value)).toArray();
        double[] coefficients = new double[lags + 1];
        if (Arrays.stream(known).distinct().limit(2).count() < 2) {
            Arrays.fill(coefficients, Double.NaN);
            return new AutoCorrelation(coefficients);
        }
        double mean = Arrays.stream(known).average().orElseThrow();
        double[] deviations = Arrays.stream(values)
                .map(value -> Double.isNaN(value) ? 0 : value - mean)
                .toArray();
        double[] products = FourierTransform.laggedProducts(deviations, lags);
        double[] pairs = known.length == values.length ? null : pairs(values, lags);
        for (int k = 0; k <= lags; k++) {
            coefficients[k] = k == 0 ? 1 : products[k] / products[0];
            if (pairs != null && k > 0) {
                double scaling = (values.length - k) / pairs[k] * known.length / values.length;
                coefficients[k] = pairs[k] == 0 ? Double.NaN : coefficients[k] * scaling;
            }
        }
        return new AutoCorrelation(coefficients);
    }

    private static double[] pairs(double[] values, int lags) {
        double[] present =
                Arrays.stream(values).map(value -> Double.isNaN(value) ? 0 : 1).toArray();
        return Arrays.stream(FourierTransform.laggedProducts(present, lags))
                .map(Math::rint)
                .toArray();
    }

    /** @return r(k) from lag 0 on */
    public double[] coefficients() {
        return coefficients.clone();
    }

    /**
     * @param level a level, 0.5 for instance
     * @return the smallest lag, in steps, at which r is below it; empty if there is none
     */
    public OptionalInt firstLagBelow(double level) {
        for (int k = 0; k < coefficients.length; k++) {
            if (coefficients[k] < level) {
                return OptionalInt.of(k);
            }
        }
        return OptionalInt.empty();
    }
}
