package io.barograph.analytics.climate;

import io.barograph.schemas.WeatherMetric;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;

/**
 * Metrics that grow with the length of a run - totals over it, and the extremes of its intervals - and the one that does
 * not and says the same. A slow run is long: its totals are high because it was slow, not the other way round. Where the
 * steadier metric is known, the other is no suspect.
 */
final class SteadierMetrics {
    private static final Map<WeatherMetric, WeatherMetric> STEADIER = new EnumMap<>(WeatherMetric.class);

    static {
        for (WeatherMetric mean : WeatherMetric.values()) {
            for (String rate : new String[] {"_PER_SECOND", "_BYTES_PER_SECOND"}) {
                if (mean.name().endsWith("_MEAN" + rate)) {
                    String stem = mean.name().substring(0, mean.name().length() - ("_MEAN" + rate).length());
                    putIfThere(stem + "_MIN" + rate, mean);
                    putIfThere(stem + "_MAX" + rate, mean);
                    putIfThere(rate.startsWith("_BYTES") ? stem + "_BYTES" : stem, mean);
                }
            }
        }
        STEADIER.put(WeatherMetric.METADATA_OPERATIONS, WeatherMetric.METADATA_OPENS_MEAN_PER_SECOND);
        STEADIER.put(WeatherMetric.METADATA_OPENS_AND_CLOSES, WeatherMetric.METADATA_OPENS_MEAN_PER_SECOND);
        STEADIER.put(WeatherMetric.CONCURRENT_JOBS, WeatherMetric.CF_NODEHRS);
        STEADIER.put(WeatherMetric.CONCURRENT_NODES, WeatherMetric.CF_NODEHRS);
        STEADIER.put(WeatherMetric.CONCURRENT_NODE_HOURS, WeatherMetric.CF_NODEHRS);
    }

    private SteadierMetrics() {}

    private static void putIfThere(String name, WeatherMetric mean) {
        Arrays.stream(WeatherMetric.values())
                .filter(metric -> metric.name().equals(name))
                .forEach(metric -> STEADIER.put(metric, mean));
    }

    /**
     * @param metric a metric
     * @return the one that does not grow with the length of a run; null if there is none
     */
    static WeatherMetric of(WeatherMetric metric) {
        return STEADIER.get(metric);
    }
}
