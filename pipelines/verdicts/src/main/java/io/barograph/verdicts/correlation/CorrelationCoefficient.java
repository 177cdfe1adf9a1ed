package io.barograph.verdicts.correlation;

import org.apache.commons.math3.special.Beta;

/**
 * A coefficient of correlation with its significance.
 *
 * @param coefficient from -1 to 1; NaN if a quantity is constant or there are fewer than {@value #MIN_PAIRS} pairs
 * @param pairs number of pairs of values
 */
public record CorrelationCoefficient(double coefficient, int pairs) {
    /** Two pairs always lie on a line. */
    public static final int MIN_PAIRS = 3;

    static CorrelationCoefficient of(double coefficient, int pairs) {
        return new CorrelationCoefficient(
                pairs < MIN_PAIRS ? Double.NaN : Math.max(-1, Math.min(1, coefficient)), pairs);
    }

    /**
     * @return two-sided probability of such a coefficient without correlation, by Student's t distribution with pairs - 2
     *     degrees of freedom; NaN as the coefficient
     */
    public double p() {
        if (!isKnown()) {
            return Double.NaN;
        }
        // P(|t| > x) of Student's t with v degrees of freedom is I(v / (v + x^2); v/2, 1/2), and v / (v + t^2) is 1 -
        // r^2.
        double rest = (1 - coefficient) * (1 + coefficient);
        return rest == 0 ? 0 : Beta.regularizedBeta(rest, 0.5 * (pairs - 2), 0.5);
    }

    public boolean isKnown() {
        return !Double.isNaN(coefficient);
    }
}
