package io.barograph.verdicts.causes;

import io.barograph.schemas.WeatherMetric;
import io.barograph.verdicts.explanation.LossExplanation;
import java.util.Map;
import java.util.Optional;

/**
 * What the rules look at.
 *
 * @param loss what its loss is made of; empty unless it is an anomaly
 */
record CauseRuleInput(Map<WeatherMetric, Double> metrics, boolean judged, Optional<LossExplanation> loss) {
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
