package io.barograph.servers.rates;

import io.barograph.schemas.metrics.Median;
import java.util.Arrays;
import java.util.List;

/**
 * How full the targets of a file system are, by bytes or by inodes.
 *
 * @param mean mean of the targets' fractions in use, 0 to 1; NaN if there is no target
 * @param fullest fraction in use of the fullest target
 * @param fullestTarget its name, the first by name if several are as full; null if there is no target
 */
public record TargetFullness(int targets, double mean, double median, double fullest, String fullestTarget) {
    /**
     * @param targets names, ascending
     * @param usedFractions fraction in use of each; NaN where it is not known
     */
    public static TargetFullness of(List<String> targets, double[] usedFractions) {
        double[] fractions = new double[targets.size()];
        double sum = 0;
        double fullest = Double.NaN;
        String fullestTarget = null;
        int count = 0;
        for (int target = 0; target < fractions.length; target++) {
            double used = usedFractions[target];
            if (Double.isNaN(used)) {
                continue;
            }
            fractions[count++] = used;
            sum += used;
            if (fullestTarget == null || used > fullest) {
                fullest = used;
                fullestTarget = targets.get(target);
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
