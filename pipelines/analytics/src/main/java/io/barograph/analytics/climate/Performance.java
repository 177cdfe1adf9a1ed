package io.barograph.analytics.climate;

import io.barograph.schemas.WeatherMetric.Good;

/**
 * A run's performance in the climate of its motif (DESIGN, section 3).
 *
 * @param value bytes/s
 * @param climateSize number of earlier runs
 * @param climateNeeded number of them that a verdict needs
 * @param fractionOfPeak value / the motif's best since the last change of the system, this run included; NaN without
 *     value
 * @param percentile percentage of the climate below the value; NaN without climate
 * @param quartile 1 best to 4 worst; 0 without climate
 * @param robustZ (log value - median log) / (1.4826 MAD of the logs), the MAD at least {@value #LEAST_MAD}; NaN without
 *     climate
 * @param anomalous below the 5th percentile, far below the median in robust z, and at least 15 % below the median
 * @param unusuallyGood its mirror image
 */
public record Performance(
        double value,
        int climateSize,
        int climateNeeded,
        double fractionOfPeak,
        double percentile,
        int quartile,
        double robustZ,
        boolean anomalous,
        boolean unusuallyGood) {
    /** From this size on the ordinary limit of robust z holds. */
    public static final int LARGE_CLIMATE = 20;

    /** Least median absolute deviation of log performance: closer than 1 % runs do not get. */
    public static final double LEAST_MAD = 0.01;

    private static final double Z_LIMIT = 3.5;
    private static final double Z_LIMIT_OF_SMALL_CLIMATE = 4.5;
    private static final double LEAST_DEVIATION = 0.15;

    /**
     * @param value performance, bytes/s; positive
     * @param earlier performances of the motif's earlier runs within the climate's time
     * @param peak best of the motif's earlier runs since the last change of the system, however old; NaN if there is none
     * @param fewestRuns number of earlier runs that a verdict needs
     * @return what the climate says of it; without verdict if it has fewer runs
     */
    public static Performance in(double value, double[] earlier, double peak, int fewestRuns) {
        Sample climate = Sample.of(earlier);
        double fraction = value / (peak > value ? peak : value);
        if (climate.size() < fewestRuns || Double.isNaN(value)) {
            return new Performance(
                    value, climate.size(), fewestRuns, fraction, Double.NaN, Quartile.NONE, Double.NaN, false, false);
        }
        double[] logs = new double[earlier.length];
        for (int i = 0; i < earlier.length; i++) {
            logs[i] = Math.log(earlier[i]);
        }
        Sample log = Sample.of(logs);
        double z = (Math.log(value) - log.median()) / log.robustSigma(LEAST_MAD);
        double limit = climate.size() < LARGE_CLIMATE ? Z_LIMIT_OF_SMALL_CLIMATE : Z_LIMIT;
        double median = climate.median();
        boolean bad = value < climate.quantile(0.05) && z <= -limit && value <= (1 - LEAST_DEVIATION) * median;
        boolean good = value > climate.quantile(0.95) && z >= limit && value >= median / (1 - LEAST_DEVIATION);
        return new Performance(
                value,
                climate.size(),
                fewestRuns,
                fraction,
                climate.percentileOf(value),
                Quartile.of(value, climate, Good.HIGH),
                z,
                bad,
                good);
    }

    /** @return true if the climate is large enough for a verdict */
    public boolean isJudged() {
        return quartile != Quartile.NONE;
    }

    /** @return true if an explanation is asked for: an anomaly, or at least in the worst quarter of the climate */
    public boolean isPoor() {
        return anomalous || quartile == Quartile.WORST;
    }
}
