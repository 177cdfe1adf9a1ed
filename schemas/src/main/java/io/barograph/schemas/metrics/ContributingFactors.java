package io.barograph.schemas.metrics;

import io.barograph.schemas.FileSystemUse;
import io.barograph.schemas.JobSummary;
import io.barograph.schemas.OstBytes;
import io.barograph.schemas.StripeWidth;
import io.barograph.schemas.WeatherMetric;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The contributing factors 1 to 12 of a run on one file system, and what the rules for root causes measure beside them.
 * The factors 13 to 15 are the servers', of the five seconds before the start. What the log does not show is absent.
 */
public final class ContributingFactors {
    private final Map<WeatherMetric, Double> metrics = new EnumMap<>(WeatherMetric.class);

    private ContributingFactors() {}

    public static Map<WeatherMetric, Double> of(JobSummary summary, FileSystemUse use) {
        ContributingFactors factors = new ContributingFactors();
        double bytes = (double) use.getReadBytes() + use.getWriteBytes();
        double requests = (double) use.getReads() + use.getWrites();
        factors.put(WeatherMetric.JOB_PROCESSES, summary.getProcesses());
        if (summary.getNodes() != null && summary.getNodes() > 0) {
            factors.put(WeatherMetric.JOB_NODES, summary.getNodes());
        }
        factors.put(WeatherMetric.JOB_BYTES, bytes);
        factors.put(WeatherMetric.JOB_SMALL_REQUESTS, sum(use.getSmallReads(), use.getSmallWrites()));
        factors.share(
                WeatherMetric.JOB_SEQUENTIAL_FRACTION,
                sum(use.getSequentialReads(), use.getSequentialWrites()),
                requests);
        factors.share(WeatherMetric.JOB_SMALL_FRACTION, sum(use.getSmallReads(), use.getSmallWrites()), requests);
        factors.share(
                WeatherMetric.JOB_METADATA_FRACTION,
                use.getMetadataSeconds(),
                sum(sum(use.getReadSeconds(), use.getWriteSeconds()), use.getMetadataSeconds()));
        factors.share(WeatherMetric.JOB_MAX_RANK_FRACTION, use.getMaxRankBytes(), bytes);
        factors.collective(use);
        factors.covering(use);
        factors.files(use, bytes);
        factors.osts(use, bytes);
        return factors.metrics;
    }

    /** Adds those factors to the metrics of an imported table that follow from them. */
    public static void addTo(Map<WeatherMetric, Double> metrics, int processes) {
        ContributingFactors factors = new ContributingFactors();
        Double reads = metrics.get(WeatherMetric.JOB_READS);
        Double writes = metrics.get(WeatherMetric.JOB_WRITES);
        Double metadataSeconds = metrics.get(WeatherMetric.JOB_METADATA_SECONDS);
        factors.put(WeatherMetric.JOB_PROCESSES, processes);
        factors.put(
                WeatherMetric.JOB_BYTES,
                sum(metrics.get(WeatherMetric.JOB_READ_BYTES), metrics.get(WeatherMetric.JOB_WRITE_BYTES)));
        factors.share(
                WeatherMetric.JOB_SEQUENTIAL_FRACTION,
                sum(metrics.get(WeatherMetric.JOB_SEQUENTIAL_READS), metrics.get(WeatherMetric.JOB_SEQUENTIAL_WRITES)),
                sum(reads, writes));
        factors.share(
                WeatherMetric.JOB_METADATA_FRACTION,
                metadataSeconds,
                sum(
                        sum(metrics.get(WeatherMetric.JOB_READ_SECONDS), metrics.get(WeatherMetric.JOB_WRITE_SECONDS)),
                        metadataSeconds));
        metrics.putAll(factors.metrics);
    }

    /** A log that shows who shared its files reports MPI-IO if there was any. */
    private void collective(FileSystemUse use) {
        Double collective = sum(use.getCollectiveReads(), use.getCollectiveWrites());
        Double all = sum(collective, sum(use.getIndependentReads(), use.getIndependentWrites()));
        if (all != null && all > 0) {
            share(WeatherMetric.JOB_COLLECTIVE_FRACTION, collective, all);
        } else if (use.getSharedBytes() != null) {
            put(WeatherMetric.JOB_COLLECTIVE_FRACTION, 0);
        }
    }

    private void covering(FileSystemUse use) {
        Long requests = use.getCoveringRequests();
        share(WeatherMetric.JOB_COVERING_SEQUENTIAL_FRACTION, use.getCoveringSequentialRequests(), requests);
        share(WeatherMetric.JOB_COVERING_SMALL_FRACTION, use.getCoveringSmallRequests(), requests);
        share(WeatherMetric.JOB_COVERING_METADATA_FRACTION, use.getCoveringMetadataSeconds(), use.getCoveringSeconds());
        put(WeatherMetric.JOB_IO_PHASES, use.getIoPhases());
    }

    private void files(FileSystemUse use, double bytes) {
        share(WeatherMetric.JOB_ONE_RANK_FRACTION, use.getOneRankBytes(), bytes);
        put(WeatherMetric.JOB_ONE_RANK_FILES, use.getOneRankFiles());
        share(
                WeatherMetric.JOB_CACHEABLE_FRACTION,
                sum(use.getRereadBytes(), use.getReadBackBytes()),
                use.getReadBytes());
    }

    private void osts(FileSystemUse use, double bytes) {
        if (use.getOsts() != null && !use.getOsts().isEmpty()) {
            put(WeatherMetric.JOB_OSTS, use.getOsts().size());
        }
        List<OstBytes> placed = use.getOstBytes();
        if (placed != null && !placed.isEmpty() && use.getOsts() != null) {
            double most = placed.stream()
                    .mapToDouble(ContributingFactors::bytes)
                    .max()
                    .orElse(0);
            double all = placed.stream().mapToDouble(ContributingFactors::bytes).sum();
            share(WeatherMetric.JOB_BUSIEST_OST_FRACTION, most, bytes);
            share(WeatherMetric.JOB_OST_IMBALANCE, most * use.getOsts().size(), bytes);
            share(WeatherMetric.JOB_PLACED_FRACTION, all, bytes);
        }
        List<StripeWidth> widths = use.getStripeWidths();
        if (widths != null) {
            share(
                    WeatherMetric.JOB_STRIPES,
                    widths.stream()
                            .mapToDouble(width -> (double) width.getOsts() * width.getBytes())
                            .sum(),
                    widths.stream().mapToDouble(StripeWidth::getBytes).sum());
        }
    }

    private static double bytes(OstBytes ost) {
        return (double) ost.getReadBytes() + ost.getWriteBytes();
    }

    private void put(WeatherMetric metric, Number value) {
        if (value != null && value.doubleValue() >= 0) {
            metrics.put(metric, value.doubleValue());
        }
    }

    private void share(WeatherMetric metric, Number part, Number whole) {
        if (part != null && whole != null && whole.doubleValue() > 0) {
            put(metric, part.doubleValue() / whole.doubleValue());
        }
    }

    private static Double sum(Number first, Number second) {
        return first == null || second == null ? null : (Double) (first.doubleValue() + second.doubleValue());
    }
}
