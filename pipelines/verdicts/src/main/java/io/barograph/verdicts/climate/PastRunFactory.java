package io.barograph.verdicts.climate;

import io.barograph.schemas.JobWeather;
import io.barograph.schemas.Quality;
import io.barograph.schemas.Topic;
import io.barograph.schemas.WeatherMetric;
import java.util.EnumMap;
import java.util.Map;

/** Takes from the weather of a run what climates and correlations remember. */
public final class PastRunFactory {
    private PastRunFactory() {}

    /**
     * @return true if the run is large enough to be judged, to enter climates and correlations (docs/anomalies.md), and
     *     its log is whole: what Darshan marks partial are lower bounds, by which no run is slow
     */
    public static boolean isEligible(JobWeather weather) {
        return weather.getEligible() && weather.getMotif() != null && !weather.getPartial();
    }

    /** @return true if its performance is known and positive */
    public static boolean hasPerformance(JobWeather weather) {
        Double performance = weather.getPerformanceBytesPerSecond();
        return performance != null && Double.isFinite(performance) && performance > 0;
    }

    public static Map<WeatherMetric, Double> metrics(JobWeather weather) {
        Map<WeatherMetric, Double> metrics = new EnumMap<>(WeatherMetric.class);
        weather.getMetrics().forEach((name, value) -> WeatherMetric.named(name).ifPresent(metric -> {
            if (Double.isFinite(value)) {
                metrics.put(metric, value);
            }
        }));
        return metrics;
    }

    /**
     * @param weather weather of a run that {@link #hasPerformance}
     * @return what its motif remembers of it
     */
    public static PastRun of(JobWeather weather) {
        return PastRun.of(
                Topic.JOB_WEATHER.key().apply(weather),
                weather.getEndTime().toEpochMilli(),
                weather.getPerformanceBytesPerSecond(),
                weather.getQuality() != Quality.IMPLAUSIBLE,
                metrics(weather));
    }
}
