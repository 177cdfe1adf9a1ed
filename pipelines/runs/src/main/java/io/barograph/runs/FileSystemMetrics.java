package io.barograph.runs;

import io.barograph.schemas.WeatherMetric;
import io.barograph.schemas.WeatherMetric.MetadataFamily;
import io.barograph.servers.history.SeriesHistory;
import io.barograph.servers.history.SeriesSummary;
import io.barograph.servers.history.WeatherSeriesNames;
import io.barograph.servers.history.WindowVolume;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What all servers of a file system did while a run was on it, and just before. */
public final class FileSystemMetrics {
    private static final double MILLIS = 1_000;

    private static final List<MetadataFamily> METADATA_FAMILIES = WeatherMetric.metadataFamilies();

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

    private FileSystemMetrics() {}

    public static Map<WeatherMetric, Double> during(
            WindowVolume volume, SeriesHistory.SeriesValues run, long intervalMillis, int osses, int mdses) {
        Map<WeatherMetric, Double> metrics = new EnumMap<>(WeatherMetric.class);
        if (run.tooOld() || run.intervals() == 0) {
            return metrics;
        }
        double interval = intervalMillis / MILLIS;
        if (volume.isKnown()) {
            addTotals(volume, run.intervals() * interval, metrics);
        }
        SeriesSummary read = run.of(WeatherSeriesNames.READ_BYTES);
        if (read.isKnown()) {
            metrics.put(WeatherMetric.SERVER_READ_MIN_BYTES_PER_SECOND, read.smallestInterval() / interval);
            metrics.put(WeatherMetric.SERVER_READ_MAX_BYTES_PER_SECOND, read.largestInterval() / interval);
        }
        SeriesSummary written = run.of(WeatherSeriesNames.WRITE_BYTES);
        if (written.isKnown()) {
            metrics.put(WeatherMetric.SERVER_WRITE_MIN_BYTES_PER_SECOND, written.smallestInterval() / interval);
            metrics.put(WeatherMetric.SERVER_WRITE_MAX_BYTES_PER_SECOND, written.largestInterval() / interval);
        }
        SeriesSummary oss = run.of(WeatherSeriesNames.OSS_CPU);
        if (oss.isKnown()) {
            metrics.put(WeatherMetric.OSS_CPU_MEAN_PERCENT, mean(oss, oss.samples()));
            metrics.put(
                    WeatherMetric.OSS_CPU_MEAN_MISSING_AS_ZERO_PERCENT,
                    mean(oss, Math.max(oss.samples(), osses * run.intervals())));
            metrics.put(WeatherMetric.OSS_CPU_MAX_PERCENT, oss.largestSample() / WeatherSeriesNames.MILLIONTHS);
        }
        SeriesSummary mds = run.of(WeatherSeriesNames.MDS_CPU);
        if (mds.isKnown()) {
            metrics.put(WeatherMetric.MDS_CPU_MEAN_PERCENT, mean(mds, mds.samples()));
            metrics.put(
                    WeatherMetric.MDS_CPU_MEAN_MISSING_AS_ZERO_PERCENT,
                    mean(mds, Math.max(mds.samples(), mdses * run.intervals())));
            metrics.put(WeatherMetric.MDS_CPU_MAX_PERCENT, mds.largestSample() / WeatherSeriesNames.MILLIONTHS);
        }
        addMetadata(run, interval, metrics);
        return metrics;
    }

    private static void addTotals(WindowVolume volume, double seconds, Map<WeatherMetric, Double> metrics) {
        var traffic = volume.traffic();
        metrics.put(WeatherMetric.SERVER_READ_BYTES, (double) traffic.readBytes());
        metrics.put(WeatherMetric.SERVER_WRITE_BYTES, (double) traffic.writeBytes());
        metrics.put(WeatherMetric.SERVER_READ_MEAN_BYTES_PER_SECOND, traffic.readBytes() / seconds);
        metrics.put(WeatherMetric.SERVER_WRITE_MEAN_BYTES_PER_SECOND, traffic.writeBytes() / seconds);
        if (traffic.operationSamples() == traffic.samples()) {
            metrics.put(WeatherMetric.SERVER_READ_OPERATIONS, (double) traffic.readOperations());
            metrics.put(WeatherMetric.SERVER_WRITE_OPERATIONS, (double) traffic.writeOperations());
        }
        double samples = traffic.samples();
        metrics.put(WeatherMetric.ZERO_READ_FRACTION, traffic.samplesWithoutReading() / samples);
        metrics.put(WeatherMetric.ZERO_WRITE_FRACTION, traffic.samplesWithoutWriting() / samples);
        metrics.put(WeatherMetric.MISSING_FRACTION, volume.missingFraction());
    }

    /**
     * @param before series of the file system in the seconds before the run's start
     * @param hosts OSS of the OSTs that the run used; empty for all
     * @return CPU use of the servers then, where it is known at full resolution
     */
    public static Map<WeatherMetric, Double> before(SeriesHistory.SeriesValues before, Collection<String> hosts) {
        Map<WeatherMetric, Double> metrics = new EnumMap<>(WeatherMetric.class);
        if (before.tooOld() || before.coarse()) {
            return metrics;
        }
        SeriesSummary oss = SeriesSummary.NONE;
        for (String host : hosts) {
            oss = oss.and(before.of(WeatherSeriesNames.ofOss(host)));
        }
        oss = hosts.isEmpty() ? before.of(WeatherSeriesNames.OSS_CPU) : oss;
        if (oss.isKnown()) {
            metrics.put(WeatherMetric.OSS_CPU_BEFORE_START_PERCENT, mean(oss, oss.samples()));
        }
        SeriesSummary mds = before.of(WeatherSeriesNames.MDS_CPU);
        if (mds.isKnown()) {
            metrics.put(WeatherMetric.MDS_CPU_BEFORE_START_PERCENT, mean(mds, mds.samples()));
        }
        return metrics;
    }

    private static double mean(SeriesSummary cpu, long samples) {
        return cpu.sum() / WeatherSeriesNames.MILLIONTHS / samples;
    }

    private static void addMetadata(
            SeriesHistory.SeriesValues run, double intervalSeconds, Map<WeatherMetric, Double> metrics) {
        for (MetadataFamily family : METADATA_FAMILIES) {
            SeriesSummary summary = run.of(WeatherSeriesNames.ofMetadata(family.operation()));
            if (summary.isKnown()) {
                metrics.put(family.total(), (double) summary.sum());
                metrics.put(family.mean(), summary.sum() / (run.intervals() * intervalSeconds));
                metrics.put(family.smallest(), summary.smallestInterval() / intervalSeconds);
                metrics.put(family.largest(), summary.largestInterval() / intervalSeconds);
            }
        }
        SeriesSummary directoryReads = run.of(WeatherSeriesNames.ofMetadata("readdir"));
        if (directoryReads.isKnown()) {
            metrics.put(WeatherMetric.METADATA_READDIRS, (double) directoryReads.sum());
        }
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
