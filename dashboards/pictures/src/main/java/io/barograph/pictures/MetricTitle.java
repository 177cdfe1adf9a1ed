package io.barograph.pictures;

import io.barograph.schemas.WeatherMetric;
import java.util.Locale;

final class MetricTitle {
    private MetricTitle() {}

    /**
     * @param metricName name in the table of metrics, for instance {@code ossCpuMeanPercent}
     * @return its label as a heading, for instance {@code CPU of the OSS, mean}
     */
    static String of(String metricName) {
        String label = WeatherMetric.labelOf(metricName);
        return label.substring(0, 1).toUpperCase(Locale.ROOT) + label.substring(1);
    }
}
