package io.barograph.analytics.causes;

import io.barograph.analytics.climate.MetricJudgement;
import io.barograph.schemas.WeatherMetric;
import java.util.List;
import java.util.Map;

/**
 * What the rules look at.
 *
 * @param metrics what is known of the run
 * @param judged true if there is a climate
 * @param suspects metrics of the weather that explain a loss, worst first; empty unless the run lost performance
 */
record Facts(Map<WeatherMetric, Double> metrics, boolean judged, List<MetricJudgement> suspects) {
    /** @return the metric; NaN if it is not known, and no comparison with it holds */
    double get(WeatherMetric metric) {
        Double value = metrics.get(metric);
        return value == null ? Double.NaN : value;
    }

    double processes() {
        return get(WeatherMetric.JOB_PROCESSES);
    }

    double bytes() {
        return get(WeatherMetric.JOB_BYTES);
    }
}
