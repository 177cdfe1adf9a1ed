package io.barograph.servers.rates;

import java.util.Arrays;

/**
 * How a quantity is distributed over servers: rates, CPU loads. Servers of which nothing is known are left out, not
 * taken as zero.
 *
 * @param minimum smallest value; NaN if there is no server
 * @param maximum largest value; NaN if there is no server
 * @param mean mean value; NaN if there is no server
 * @param maximumOverMean imbalance of load: 1 if all carry the same, the number of servers if one carries everything;
 *     NaN if nothing is carried
 * @param gini imbalance of load, Gini coefficient: 0 if all carry the same, (n - 1) / n if one of n carries everything;
 *     NaN if nothing is carried
 */
public record ServerDistribution(
        int servers, double sum, double minimum, double maximum, double mean, double maximumOverMean, double gini) {
    /**
     * The Gini coefficient is sum_i (2 i - n - 1) x_i / (n sum_i x_i) over the values in ascending order, i from 1.
     * Values are sorted before they are added up, so their order changes no bit of the result.
     *
     * @param values one value per server, none negative
     */
    public static ServerDistribution of(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int count = sorted.length;
        if (count == 0) {
            return new ServerDistribution(0, 0, Double.NaN, Double.NaN, Double.NaN, Double.NaN, Double.NaN);
        }
        if (!(sorted[0] >= 0) || Double.isNaN(sorted[count - 1])) {
            throw new IllegalArgumentException("a load is a number that is not negative: " + Arrays.toString(values));
        }
        double sum = 0;
        double weighted = 0;
        for (int i = 0; i < count; i++) {
            sum += sorted[i];
            weighted += (2.0 * i + 1 - count) * sorted[i];
        }
        double mean = sum / count;
        boolean loaded = sum > 0;
        return new ServerDistribution(
                count,
                sum,
                sorted[0],
                sorted[count - 1],
                mean,
                loaded ? sorted[count - 1] / mean : Double.NaN,
                loaded ? Math.max(0, weighted / (count * sum)) : Double.NaN);
    }
}
