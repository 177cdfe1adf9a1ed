package io.barograph.runs;

import io.barograph.schemas.WeatherMetric;
import io.barograph.servers.history.SeriesHistory;
import io.barograph.servers.history.SeriesSummary;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Metadata operations of a file system during a run. */
final class MetadataMetrics {
    /** Kinds with a total, a mean and extremes; their metrics are called after their plural. */
    private static final Map<String, String> RATED = Map.ofEntries(
            Map.entry("open", "OPENS"),
            Map.entry("close", "CLOSES"),
            Map.entry("getattr", "GETATTRS"),
            Map.entry("setattr", "SETATTRS"),
            Map.entry("getxattr", "GETXATTRS"),
            Map.entry("mknod", "MKNODS"),
            Map.entry("mkdir", "MKDIRS"),
            Map.entry("rmdir", "RMDIRS"),
            Map.entry("link", "LINKS"),
            Map.entry("unlink", "UNLINKS"),
            Map.entry("rename", "RENAMES"),
            Map.entry("statfs", "STATFS"));

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
        RATED.forEach((kind, plural) -> {
            SeriesSummary summary = run.of(WeatherSeriesNames.ofMetadata(kind));
            if (summary.isKnown()) {
                String name = "METADATA_" + plural;
                metrics.put(WeatherMetric.valueOf(name), (double) summary.sum());
                metrics.put(
                        WeatherMetric.valueOf(name + "_MEAN_PER_SECOND"),
                        summary.sum() / (run.intervals() * intervalSeconds));
                metrics.put(
                        WeatherMetric.valueOf(name + "_MIN_PER_SECOND"), summary.smallestInterval() / intervalSeconds);
                metrics.put(
                        WeatherMetric.valueOf(name + "_MAX_PER_SECOND"), summary.largestInterval() / intervalSeconds);
            }
        });
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
