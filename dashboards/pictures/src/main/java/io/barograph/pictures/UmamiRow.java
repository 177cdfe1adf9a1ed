package io.barograph.pictures;

import io.barograph.schemas.WeatherMetric;
import io.barograph.schemas.WeatherMetric.Good;
import java.time.Instant;
import java.util.List;

/**
 * One metric of a run beside the climate of its motif.
 *
 * @param value the run's value, in the metric's unit
 * @param quartile 1 best to 4 worst; 0 if the metric has no good direction
 * @param history values of runs of the climate, in time order
 */
record UmamiRow(String metric, double value, int quartile, Box box, int climateSize, List<Point> history) {
    /** 5th, 25th, 50th, 75th and 95th percentile. */
    record Box(double p05, double p25, double p50, double p75, double p95) {}

    /**
     * A run of the climate.
     *
     * @param value its value; NaN if it is not known
     */
    record Point(Instant time, double value) {}

    String unit() {
        return WeatherMetric.named(metric).map(WeatherMetric::unit).orElse("");
    }

    Good good() {
        return WeatherMetric.named(metric).map(WeatherMetric::good).orElse(Good.NONE);
    }

    /** Values of the history beyond the whiskers. */
    List<Point> outliers() {
        return history.stream()
                .filter(point -> point.value() < box.p05() || point.value() > box.p95())
                .toList();
    }

    double smallest() {
        return history.stream()
                .mapToDouble(Point::value)
                .filter(Double::isFinite)
                .reduce(Math.min(value, box.p05()), Math::min);
    }

    double largest() {
        return history.stream()
                .mapToDouble(Point::value)
                .filter(Double::isFinite)
                .reduce(Math.max(value, box.p95()), Math::max);
    }
}
