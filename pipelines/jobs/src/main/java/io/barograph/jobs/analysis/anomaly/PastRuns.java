package io.barograph.jobs.analysis.anomaly;

import io.barograph.analytics.climate.PastRun;
import io.barograph.schemas.JobWeather;
import io.barograph.schemas.Quality;
import io.barograph.schemas.Topic;
import io.barograph.schemas.WeatherMetric;
import java.util.EnumMap;
import java.util.Map;

/** Takes from the weather of a run what climates and correlations remember. */
final class PastRuns {
    private PastRuns() {}

    /** Large enough to be judged, to enter climates and correlations (DESIGN, section 3). */
    static boolean isEligible(JobWeather weather) {
        return weather.getEligible() && weather.getMotif() != null;
    }

    static boolean hasPerformance(JobWeather weather) {
        Double performance = weather.getPerformanceBytesPerSecond();
        return performance != null && Double.isFinite(performance) && performance > 0;
    }

    /** The finite numbers of the run's weather. */
    static Map<WeatherMetric, Double> metrics(JobWeather weather) {
        Map<WeatherMetric, Double> metrics = new EnumMap<>(WeatherMetric.class);
        weather.getMetrics().forEach((name, value) -> WeatherMetric.named(name).ifPresent(metric -> {
            if (Double.isFinite(value)) {
                metrics.put(metric, value);
            }
        }));
        return metrics;
    }

    /** Of a run that has a performance. */
    static PastRun of(JobWeather weather) {
        return new PastRun(
                Topic.JOB_WEATHER.key().apply(weather),
                weather.getEndTime().toEpochMilli(),
                weather.getPerformanceBytesPerSecond(),
                weather.getQuality() != Quality.IMPLAUSIBLE,
                metrics(weather));
    }
}
