package io.barograph.sources.tokio;

import io.barograph.schemas.CoverageLimits;
import io.barograph.schemas.Quality;
import io.barograph.schemas.WeatherMetric;
import java.util.Map;

/**
 * Coverage factors of a row, from its metrics. A factor whose denominator is 0 or not known is not known.
 *
 * <p>The tables hold the volumes of all servers of the file system, so the factors over the servers that the run used are
 * those over all servers.
 */
final class TokioFactors {
    /** The tables do not hold the number of nodes; all their benchmarks ran 16 processes on each. */
    private static final double PROCESSES_PER_NODE = 16;

    private static final double SECONDS_PER_HOUR = 3_600;

    private TokioFactors() {}

    static void addTo(Map<WeatherMetric, Double> metrics, int processes) {
        Double bandwidth = quotient(
                sum(metrics, WeatherMetric.JOB_READ_BYTES, WeatherMetric.JOB_WRITE_BYTES),
                sum(metrics, WeatherMetric.SERVER_READ_BYTES, WeatherMetric.SERVER_WRITE_BYTES));
        put(metrics, WeatherMetric.CF_BW, bandwidth);
        put(metrics, WeatherMetric.CF_BW_FS, bandwidth);
        put(metrics, WeatherMetric.CF_READ, WeatherMetric.JOB_READ_BYTES, WeatherMetric.SERVER_READ_BYTES);
        put(metrics, WeatherMetric.CF_WRITE, WeatherMetric.JOB_WRITE_BYTES, WeatherMetric.SERVER_WRITE_BYTES);
        put(
                metrics,
                WeatherMetric.CF_IOPS,
                quotient(
                        sum(metrics, WeatherMetric.JOB_READS, WeatherMetric.JOB_WRITES),
                        sum(metrics, WeatherMetric.SERVER_READ_OPERATIONS, WeatherMetric.SERVER_WRITE_OPERATIONS)));
        put(metrics, WeatherMetric.CF_READ_OPERATIONS, WeatherMetric.JOB_READS, WeatherMetric.SERVER_READ_OPERATIONS);
        put(
                metrics,
                WeatherMetric.CF_WRITE_OPERATIONS,
                WeatherMetric.JOB_WRITES,
                WeatherMetric.SERVER_WRITE_OPERATIONS);
        put(metrics, WeatherMetric.CF_OPENS, WeatherMetric.JOB_OPENS, WeatherMetric.METADATA_OPENS);
        put(metrics, WeatherMetric.CF_STATS, WeatherMetric.JOB_STATS, WeatherMetric.METADATA_GETATTRS);
        double nodeHours =
                processes / PROCESSES_PER_NODE * metrics.get(WeatherMetric.JOB_RUN_SECONDS) / SECONDS_PER_HOUR;
        put(metrics, WeatherMetric.CF_NODEHRS, quotient(nodeHours, metrics.get(WeatherMetric.CONCURRENT_NODE_HOURS)));
    }

    /** By the same rules as a live run. */
    static Quality quality(Map<WeatherMetric, Double> metrics) {
        if (!metrics.containsKey(WeatherMetric.SERVER_READ_BYTES)
                && !metrics.containsKey(WeatherMetric.SERVER_WRITE_BYTES)) {
            return Quality.NO_SERVER_DATA;
        }
        Double bandwidth = metrics.get(WeatherMetric.CF_BW);
        boolean movedWithoutTraffic = bandwidth == null
                && metrics.get(WeatherMetric.JOB_READ_BYTES) + metrics.get(WeatherMetric.JOB_WRITE_BYTES) > 0;
        if (movedWithoutTraffic || (bandwidth != null && bandwidth > CoverageLimits.IMPLAUSIBLE_ABOVE)) {
            return Quality.IMPLAUSIBLE;
        }
        Double missing = metrics.get(WeatherMetric.MISSING_FRACTION);
        return missing != null && missing > CoverageLimits.MISSING_ABOVE ? Quality.MISSING : Quality.OK;
    }

    private static void put(
            Map<WeatherMetric, Double> metrics, WeatherMetric factor, WeatherMetric job, WeatherMetric all) {
        put(metrics, factor, quotient(metrics.get(job), metrics.get(all)));
    }

    private static void put(Map<WeatherMetric, Double> metrics, WeatherMetric factor, Double value) {
        if (value != null) {
            metrics.put(factor, value);
        }
    }

    private static Double sum(Map<WeatherMetric, Double> metrics, WeatherMetric first, WeatherMetric second) {
        Double a = metrics.get(first);
        Double b = metrics.get(second);
        return a == null || b == null ? null : Double.valueOf(a + b);
    }

    private static Double quotient(Double job, Double all) {
        return job == null || all == null || all <= 0 ? null : Double.valueOf(job / all);
    }
}
