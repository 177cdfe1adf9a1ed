package io.barograph.page.prometheus;

import io.barograph.pictures.PictureText;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.prometheus.metrics.model.snapshots.Unit;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;

/** Series with their values at one moment, while they are gathered. A value that is not known makes no series. */
final class PrometheusSeries {
    /** Longest value of a label, in characters; a longer name is cut. */
    static final int MAX_LABEL_LENGTH = 200;

    private final Map<PrometheusMetric, Map<Labels, Double>> series = new EnumMap<>(PrometheusMetric.class);

    /**
     * Two names that are the same text once they are cut and printable share a series, which keeps the first value.
     *
     * @param value its value; null if it is not known
     */
    void put(PrometheusMetric metric, Double value, String... labelValues) {
        if (value != null && Double.isFinite(value)) {
            of(metric).putIfAbsent(labels(metric, labelValues), value);
        }
    }

    /** As {@link #put}, but series that are the same text are added up. */
    void add(PrometheusMetric metric, long count, String... labelValues) {
        of(metric).merge(labels(metric, labelValues), (double) count, Double::sum);
    }

    private Map<Labels, Double> of(PrometheusMetric metric) {
        return series.computeIfAbsent(metric, key -> new LinkedHashMap<>());
    }

    private static Labels labels(PrometheusMetric metric, String... values) {
        return Labels.of(
                metric.labels, Arrays.stream(values).map(PrometheusSeries::text).toList());
    }

    private static String text(String value) {
        int end = Math.min(value.length(), MAX_LABEL_LENGTH);
        return PictureText.printable(value.substring(0, end));
    }

    MetricSnapshots snapshots() {
        return new MetricSnapshots(series.entrySet().stream()
                .map(family -> snapshot(family.getKey(), family.getValue()))
                .toList());
    }

    private static MetricSnapshot snapshot(PrometheusMetric metric, Map<Labels, Double> values) {
        if (metric.counter) {
            CounterSnapshot.Builder counter =
                    CounterSnapshot.builder().name(metric.baseName).help(metric.help);
            values.forEach((labels, value) -> counter.dataPoint(CounterDataPointSnapshot.builder()
                    .labels(labels)
                    .value(value)
                    .build()));
            return counter.build();
        }
        GaugeSnapshot.Builder gauge =
                GaugeSnapshot.builder().name(metric.baseName).help(metric.help);
        if (!metric.unit.isEmpty()) {
            gauge.unit(new Unit(metric.unit));
        }
        values.forEach((labels, value) -> gauge.dataPoint(
                GaugeDataPointSnapshot.builder().labels(labels).value(value).build()));
        return gauge.build();
    }
}
