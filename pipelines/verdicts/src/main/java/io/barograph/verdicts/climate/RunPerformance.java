package io.barograph.verdicts.climate;

import io.barograph.schemas.Anomaly;
import io.barograph.schemas.WeatherMetric.Good;

/**
 * A run's performance in the climate of its motif (docs/anomalies.md).
 *
 * @param value bytes/s
 * @param climateNeeded number of them that a verdict needs
 * @param usual performance of the healthy part of the climate, bytes/s; NaN without climate
 * @param fractionOfPeak value / the motif's best since the last change of the system, this run included; NaN without
 *     value
 * @param percentile percentage of the climate below the value; NaN without climate
 * @param quartile 1 best to 4 worst; 0 without climate
 * @param robustZ distance from the usual performance in upper deviations ({@link UsualPerformance}); NaN without
 *     climate
 * @param anomalous far below the usual performance in robust z, and at least 25 % below it
 */
public record RunPerformance(
        double value,
        int climateSize,
        int climateNeeded,
        double usual,
        double fractionOfPeak,
        double percentile,
        int quartile,
        double robustZ,
        boolean anomalous,
        boolean unusuallyGood) {
    private static final double MIN_LOSS = 0.25;

    /** Least part below the usual performance that is explained. */
    public static final double MIN_POOR_LOSS = 0.1;

    /**
     * @param value performance, bytes/s; positive
     * @param earlier performances of the motif's earlier runs within the climate's time
     * @param peak best of the motif's earlier runs since the last change of the system, however old; NaN if there is none
     * @param minRuns number of earlier runs that a verdict needs, at least 1
     * @return what the climate says of it; without verdict if it has fewer runs
     */
    public static RunPerformance in(double value, double[] earlier, double peak, int minRuns) {
        double fraction = value / (peak > value ? peak : value);
        if (earlier.length < minRuns || Double.isNaN(value)) {
            return new RunPerformance(
                    value,
                    earlier.length,
                    minRuns,
                    Double.NaN,
                    fraction,
                    Double.NaN,
                    ClimateQuartile.NONE,
                    Double.NaN,
                    false,
                    false);
        }
        SortedValues climate = SortedValues.of(earlier);
        UsualPerformance usual = UsualPerformance.of(earlier);
        double z = usual.robustZ(value);
        return new RunPerformance(
                value,
                earlier.length,
                minRuns,
                usual.bytesPerSecond(),
                fraction,
                climate.percentileOf(value),
                ClimateQuartile.of(value, climate, Good.HIGH),
                z,
                z <= -usual.zLimit() && value <= (1 - MIN_LOSS) * usual.bytesPerSecond(),
                z >= usual.zLimit() && value >= usual.bytesPerSecond() / (1 - MIN_LOSS));
    }

    /** @return true if the climate is large enough for a verdict */
    public boolean isJudged() {
        return quartile != ClimateQuartile.NONE;
    }

    /**
     * @return true if its loss is explained: an anomaly, or in the worst quarter of the climate and at least 10 % below the
     *     usual performance
     */
    public boolean isPoor() {
        return isPoor(anomalous, quartile, value, usual);
    }

    /** @return {@link #isPoor()} of the run of a verdict; false for one without climate */
    public static boolean isPoor(Anomaly run) {
        return run.getQuartile() != null
                && isPoor(run.getAnomalous(), run.getQuartile(), run.getPerformance(), run.getUsualPerformance());
    }

    private static boolean isPoor(boolean anomalous, int quartile, double value, double usual) {
        return anomalous || (quartile == ClimateQuartile.WORST && value <= (1 - MIN_POOR_LOSS) * usual);
    }
}
