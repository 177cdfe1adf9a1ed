package io.barograph.verdicts.climate;

import io.barograph.schemas.WeatherMetric;
import java.util.Arrays;
import java.util.Map;

/**
 * A run as its motif remembers it.
 *
 * @param identity identity of the run; runs that end together are ordered by it
 * @param end end of the run, milliseconds since the epoch
 * @param performance bytes/s; positive
 * @param plausible false if the servers' numbers of this run cannot be right (a coverage factor above 1.2): then its
 *     performance counts, which is Darshan's alone, and its other metrics do not
 * @param metrics what was measured of the weather during the run, by the ordinal of the metric; NaN if it was not
 */
@SuppressWarnings({
    "ArrayRecordComponent", // never compared, and a copy for each look would cost for nothing
    "EnumOrdinal" // climates are as long as they are many: a map of boxed values takes three times as much
})
public record PastRun(String identity, long end, double performance, boolean plausible, double[] metrics) {
    private static final int METRICS = WeatherMetric.values().length;

    /** @param metrics what was measured of the weather during the run */
    public static PastRun of(
            String identity, long end, double performance, boolean plausible, Map<WeatherMetric, Double> metrics) {
        PastRun run = new PastRun(identity, end, performance, plausible, new double[METRICS]);
        Arrays.fill(run.metrics, Double.NaN);
        metrics.forEach(run::put);
        return run;
    }

    /** Takes in what was measured; NaN if it was not. */
    public void put(WeatherMetric metric, double value) {
        metrics[metric.ordinal()] = value;
    }

    /** @return the same run with another performance, bytes/s; it shares what else was measured */
    PastRun withPerformance(double bytesPerSecond) {
        return new PastRun(identity, end, bytesPerSecond, plausible, metrics);
    }

    /**
     * @return number of OSTs that its files lie on, by its log or else by what the job moved while it ran; NaN if neither is
     *     known
     */
    double osts() {
        double logged = measured(WeatherMetric.JOB_OSTS);
        double osts = Double.isNaN(logged) ? measured(WeatherMetric.JOB_STATISTICS_OSTS) : logged;
        return osts > 0 ? osts : Double.NaN;
    }

    /** @return what was measured, plausible or not; NaN if it was not */
    public double measured(WeatherMetric metric) {
        return metrics[metric.ordinal()];
    }

    /** @return its value; NaN if it is not known or not plausible */
    public double value(WeatherMetric metric) {
        if (metric == WeatherMetric.PERFORMANCE_BYTES_PER_SECOND) {
            return performance;
        }
        if (!plausible && metric.source() != WeatherMetric.Source.DARSHAN) {
            return Double.NaN;
        }
        return measured(metric);
    }
}
