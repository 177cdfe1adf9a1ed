package io.barograph.verdicts.climate;

import io.barograph.schemas.WeatherMetric;
import java.util.Map;

/**
 * A run as its motif remembers it.
 *
 * @param identity identity of the run; runs that end together are ordered by it
 * @param end end of the run, milliseconds since the epoch
 * @param performance bytes/s; positive
 * @param plausible false if the servers' numbers of this run cannot be right (a coverage factor above 1.2): then its
 *     performance counts, which is Darshan's alone, and its other metrics do not
 * @param metrics what was measured of the weather during the run
 */
public record PastRun(
        String identity, long end, double performance, boolean plausible, Map<WeatherMetric, Double> metrics) {
    /** @return its value; NaN if it is not known or not plausible */
    public double value(WeatherMetric metric) {
        if (metric == WeatherMetric.PERFORMANCE_BYTES_PER_SECOND) {
            return performance;
        }
        if (!plausible && metric.source() != WeatherMetric.Source.DARSHAN) {
            return Double.NaN;
        }
        Double value = metrics.get(metric);
        return value == null ? Double.NaN : value;
    }
}
