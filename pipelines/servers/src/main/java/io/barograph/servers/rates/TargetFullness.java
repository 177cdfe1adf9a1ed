package io.barograph.servers.rates;

import io.barograph.schemas.metrics.Median;
import java.util.Arrays;
import java.util.Map;
import java.util.SortedMap;

/**
 * How full the targets of a file system are, by bytes or by inodes.
 *
 * @param mean mean of the targets' fractions in use, 0 to 1; NaN if there is no target
 * @param fullest fraction in use of the fullest target
 * @param fullestTarget its name, the first by name if several are as full; null if there is no target
 */
public record TargetFullness(int targets, double mean, double median, double fullest, String fullestTarget) {
    /** @param usedFractions fraction in use by name of the target; NaN where it is not known */
    public static TargetFullness of(SortedMap<String, Double> usedFractions) {
        double[] fractions = new double[usedFractions.size()];
        double sum = 0;
        double fullest = Double.NaN;
        String fullestTarget = null;
        int count = 0;
        for (Map.Entry<String, Double> target : usedFractions.entrySet()) {
            double used = target.getValue();
            if (Double.isNaN(used)) {
                continue;
            }
            fractions[count++] = used;
            sum += used;
            if (fullestTarget == null || used > fullest) {
                fullest = used;
                fullestTarget = target.getKey();
            }
        }
        double[] known = Arrays.copyOf(fractions, count);
        return new TargetFullness(count, sum / count, Median.of(known), fullest, fullestTarget);
    }

    /** @return fullest - median, 0 to 1 */
    public double imbalance() {
        return fullest - median;
    }
}
