package io.barograph.runs;

import io.barograph.schemas.WeatherMetric;
import io.barograph.schemas.WeatherMetric.MetadataFamily;
import io.barograph.servers.history.SeriesHistory;
import io.barograph.servers.history.SeriesSummary;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Metadata operations of a file system during a run. */
final class MetadataMetrics {
    /** Kinds with a total, a mean and extremes. */
    private static final List<MetadataFamily> RATED = WeatherMetric.metadataFamilies();

    /** Kinds with a total alone. */
    private static final Map<String, WeatherMetric> COUNTED = Map.of("readdir", WeatherMetric.METADATA_READDIRS);

    /** What an MDT counts besides metadata operations: data on MDT, and the life of its connections. */
    private static final Set<String> NO_OPERATIONS = Stream.of(
                    "read_bytes",
                    "write_bytes",
                    "connect",
                    "reconnect",
                    "disconnect",
                    "process_config",
                    "llog_init",
                    "notify")
            .map(WeatherSeriesNames::ofMetadata)
            .collect(Collectors.toUnmodifiableSet());

    private MetadataMetrics() {}

    static void add(SeriesHistory.SeriesValues run, double intervalSeconds, Map<WeatherMetric, Double> metrics) {
        for (MetadataFamily family : RATED) {
            SeriesSummary summary = run.of(WeatherSeriesNames.ofMetadata(family.operation()));
            if (summary.isKnown()) {
                metrics.put(family.total(), (double) summary.sum());
                metrics.put(family.mean(), summary.sum() / (run.intervals() * intervalSeconds));
                metrics.put(family.smallest(), summary.smallestInterval() / intervalSeconds);
                metrics.put(family.largest(), summary.largestInterval() / intervalSeconds);
            }
        }
        COUNTED.forEach((kind, metric) -> {
            SeriesSummary summary = run.of(WeatherSeriesNames.ofMetadata(kind));
            if (summary.isKnown()) {
                metrics.put(metric, (double) summary.sum());
            }
        });
        SeriesSummary opens = run.of(WeatherSeriesNames.ofMetadata("open"));
        SeriesSummary closes = run.of(WeatherSeriesNames.ofMetadata("close"));
        if (opens.isKnown() && closes.isKnown()) {
            metrics.put(WeatherMetric.METADATA_OPENS_AND_CLOSES, (double) opens.sum() + closes.sum());
        }
        long operations = 0;
        boolean known = false;
        for (Map.Entry<String, SeriesSummary> entry : run.series().entrySet()) {
            if (WeatherSeriesNames.isMetadata(entry.getKey()) && !NO_OPERATIONS.contains(entry.getKey())) {
                operations += entry.getValue().sum();
                known = true;
            }
        }
        if (known) {
            metrics.put(WeatherMetric.METADATA_OPERATIONS, (double) operations);
        }
    }
}
