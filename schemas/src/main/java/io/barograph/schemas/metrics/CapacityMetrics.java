package io.barograph.schemas.metrics;

import io.barograph.schemas.WeatherMetric;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** How full the OSTs were when a run started, and which OSS served those of a failed partner besides their own. */
public final class CapacityMetrics {
    private static final double KIBIBYTE = 1024;
    private static final double SECOND = 1_000;

    private CapacityMetrics() {}

    /** @param startMillis start of the run, milliseconds since the epoch */
    public static Map<WeatherMetric, Double> of(Collection<TargetUsage> targets, long startMillis) {
        Map<WeatherMetric, Double> metrics = new EnumMap<>(WeatherMetric.class);
        List<TargetUsage> known = targets.stream().filter(TargetUsage::hasSpace).toList();
        if (!known.isEmpty()) {
            double[] percent = known.stream().mapToDouble(TargetUsage::percent).toArray();
            double[] used = known.stream()
                    .mapToDouble(target -> target.usedKibibytes() * KIBIBYTE)
                    .toArray();
            double[] sorted = percent.clone();
            Arrays.sort(sorted);
            metrics.put(WeatherMetric.OSTS, (double) known.size());
            metrics.put(WeatherMetric.OST_FULLEST_PERCENT, sorted[sorted.length - 1]);
            metrics.put(WeatherMetric.OST_EMPTIEST_PERCENT, sorted[0]);
            metrics.put(WeatherMetric.OST_MEAN_FULL_PERCENT, mean(sorted));
            metrics.put(WeatherMetric.OST_FULLNESS_IMBALANCE_PERCENT, sorted[sorted.length - 1] - Median.of(percent));
            metrics.put(WeatherMetric.OST_FULLEST_USED_BYTES, used[indexOf(percent, sorted[sorted.length - 1])]);
            metrics.put(WeatherMetric.OST_EMPTIEST_USED_BYTES, used[indexOf(percent, sorted[0])]);
            metrics.put(WeatherMetric.OST_MEAN_USED_BYTES, mean(used));
            metrics.put(WeatherMetric.CAPACITY_AGE_SECONDS, age(known, startMillis));
        }
        addPlacement(targets.stream().filter(target -> !target.host().isEmpty()).toList(), startMillis, metrics);
        return metrics;
    }

    private static void addPlacement(List<TargetUsage> targets, long startMillis, Map<WeatherMetric, Double> metrics) {
        if (targets.isEmpty()) {
            return;
        }
        Map<String, Integer> byHost = new HashMap<>();
        targets.forEach(target -> byHost.merge(target.host(), 1, Integer::sum));
        int normal = mostCommon(byHost.values());
        List<Integer> overloaded =
                byHost.values().stream().filter(count -> count > normal).toList();
        int osts = overloaded.stream().mapToInt(Integer::intValue).sum();
        metrics.put(WeatherMetric.OVERLOADED_OSS, (double) overloaded.size());
        metrics.put(WeatherMetric.OVERLOADED_OSTS, (double) osts);
        metrics.put(WeatherMetric.OVERLOADED_OST_PERCENT, 100.0 * osts / targets.size());
        metrics.put(
                WeatherMetric.OSTS_PER_OVERLOADED_OSS, overloaded.isEmpty() ? 0 : (double) osts / overloaded.size());
        metrics.put(
                WeatherMetric.OSS_OVERLOAD_FACTOR,
                overloaded.isEmpty() ? 1 : (double) osts / overloaded.size() / normal);
        metrics.put(WeatherMetric.PLACEMENT_AGE_SECONDS, age(targets, startMillis));
    }

    /** The number of OSTs that most OSS serve; the smallest of several. */
    private static int mostCommon(Collection<Integer> counts) {
        Map<Integer, Integer> frequency = new TreeMap<>();
        counts.forEach(count -> frequency.merge(count, 1, Integer::sum));
        int found = 0;
        for (Map.Entry<Integer, Integer> entry : frequency.entrySet()) {
            if (found == 0 || entry.getValue() > frequency.get(found)) {
                found = entry.getKey();
            }
        }
        return found;
    }

    private static double age(List<TargetUsage> targets, long startMillis) {
        return (startMillis
                        - targets.stream().mapToLong(TargetUsage::time).min().orElseThrow())
                / SECOND;
    }

    private static double mean(double[] values) {
        double sum = 0;
        for (double value : values) {
            sum += value;
        }
        return sum / values.length;
    }

    private static int indexOf(double[] values, double value) {
        int index = 0;
        while (values[index] != value) {
            index++;
        }
        return index;
    }
}
