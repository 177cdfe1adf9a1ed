package io.barograph.verdicts.climate;

import io.barograph.schemas.WeatherMetric;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;

/**
 * Metrics of which another says the same in better terms; where that one is known, they explain nothing of their own.
 *
 * <p>Totals over a run and extremes of its intervals grow with its length. A slow run is long: they are high because it
 * was slow, not the other way round; the mean rate is preferred. To bytes used on an OST its fullness is.
 */
final class PreferredMetrics {
    private static final Map<WeatherMetric, WeatherMetric> PREFERRED = new EnumMap<>(WeatherMetric.class);

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
        PREFERRED.put(WeatherMetric.METADATA_OPERATIONS, WeatherMetric.METADATA_OPENS_MEAN_PER_SECOND);
        PREFERRED.put(WeatherMetric.METADATA_OPENS_AND_CLOSES, WeatherMetric.METADATA_OPENS_MEAN_PER_SECOND);
        PREFERRED.put(WeatherMetric.CONCURRENT_JOBS, WeatherMetric.CF_NODEHRS);
        PREFERRED.put(WeatherMetric.CONCURRENT_NODES, WeatherMetric.CF_NODEHRS);
        PREFERRED.put(WeatherMetric.CONCURRENT_NODE_HOURS, WeatherMetric.CF_NODEHRS);
        PREFERRED.put(WeatherMetric.OST_FULLEST_USED_BYTES, WeatherMetric.OST_FULLEST_PERCENT);
        PREFERRED.put(WeatherMetric.OST_MEAN_USED_BYTES, WeatherMetric.OST_MEAN_FULL_PERCENT);
        PREFERRED.put(WeatherMetric.OST_EMPTIEST_USED_BYTES, WeatherMetric.OST_EMPTIEST_PERCENT);
    }

    private PreferredMetrics() {}

    private static void putIfThere(String name, WeatherMetric mean) {
        Arrays.stream(WeatherMetric.values())
                .filter(metric -> metric.name().equals(name))
                .forEach(metric -> PREFERRED.put(metric, mean));
    }

    /** @return the one that is preferred; null if there is none */
    static WeatherMetric of(WeatherMetric metric) {
        return PREFERRED.get(metric);
    }
}
