package io.barograph.schemas.metrics;

import java.util.Arrays;

public final class Median {
    private Median() {}

    /**
     * @param values values in any order; NaN means missing and is left out
     * @return the middle value, or the mean of the two middle ones, or NaN if there is no value
     */
    public static double of(double[] values) {
        double[] sorted = Arrays.stream(values)
                .filter(value -> !Double.isNaN(value))
                .sorted()
                .toArray();
        if (sorted.length == 0) {
            return Double.NaN;
        }
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : sorted[middle - 1] + (sorted[middle] - sorted[middle - 1]) / 2;
    }
}
