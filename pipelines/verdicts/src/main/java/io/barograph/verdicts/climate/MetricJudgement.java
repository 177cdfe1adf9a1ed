package io.barograph.verdicts.climate;

import io.barograph.schemas.JudgedMetric;
import io.barograph.schemas.WeatherMetric;
import io.barograph.schemas.WeatherMetric.Good;
import io.barograph.verdicts.correlation.RankCorrelation;
import java.util.List;

/**
 * One metric of a run beside its climate: a row of the UMAMI diagram.
 *
 * @param value the run's value
 * @param climateSize number of earlier runs whose value is known
 * @param p05 5th percentile of the climate, linear interpolation, as the others
 * @param p25 25th
 * @param p50 50th
 * @param p75 75th
 * @param p95 95th
 * @param quartile 1 best to 4 worst; 0 if the metric has no good direction
 * @param robustZ how much worse than the median, in robust standard deviations; positive is worse; for a metric without
 *     good direction: higher
 * @param spearman rank correlation of the metric with performance over the climate; NaN if one of them is constant
 * @param asBadBefore earlier runs in which the metric was as bad or worse
 * @param unharmedThen those of them whose performance was not in the climate's lowest quarter
 */
public record MetricJudgement(
        WeatherMetric metric,
        double value,
        int climateSize,
        double p05,
        double p25,
        double p50,
        double p75,
        double p95,
        int quartile,
        double robustZ,
        double spearman,
        int asBadBefore,
        int unharmedThen) {
    /** Fewer earlier values say nothing of a metric: a climate of 10 runs may lack server data of some of them. */
    public static final int MIN_VALUES = 5;

    /** Standard deviation of a metric that hardly varies: 1 % of its median. */
    private static final double MIN_RELATIVE_SIGMA = 0.01;

    /** Counts scatter at least as chance does: by the root of the median. */
    private static final String COUNTED = "operations";

    /** Nearer to the median than this is no news. */
    private static final double MIN_Z = 1;

    private static final double MIN_RELATIVE_CHANGE = 0.05;

    /** Beyond this the number says nothing more; a metric that never varied before gets it. */
    private static final double MAX_Z = 100;

    /** @return the metric beside its climate, or null if the value or the climate is not known */
    public static MetricJudgement of(WeatherMetric metric, double value, List<PastRun> climate) {
        return of(metric, value, climate, ranked(climate));
    }

    /** Performance of a climate, to be ranked once for all of its metrics. */
    static RankCorrelation ranked(List<PastRun> climate) {
        return new RankCorrelation(
                climate.stream().mapToDouble(PastRun::performance).toArray());
    }

    static MetricJudgement of(WeatherMetric metric, double value, List<PastRun> climate, RankCorrelation performances) {
        if (Double.isNaN(value)) {
            return null;
        }
        double[] all = new double[climate.size()];
        for (int i = 0; i < all.length; i++) {
            all[i] = climate.get(i).value(metric);
        }
        RankCorrelation.Pairs known = performances.pairs(all);
        if (known.size() < MIN_VALUES) {
            return null;
        }
        double[] values = known.select(all);
        SortedValues sample = SortedValues.of(values);
        boolean highIsBad = metric.good() != Good.HIGH;
        double harmed = SortedValues.ofAscending(known.ascending()).quantile(0.25);
        int asBad = 0;
        int unharmed = 0;
        for (int i = 0; i < values.length; i++) {
            if (highIsBad ? values[i] >= value : values[i] <= value) {
                asBad++;
                if (known.y(i) >= harmed) {
                    unharmed++;
                }
            }
        }
        return new MetricJudgement(
                metric,
                value,
                values.length,
                sample.quantile(0.05),
                sample.quantile(0.25),
                sample.median(),
                sample.quantile(0.75),
                sample.quantile(0.95),
                ClimateQuartile.of(value, sample, metric.good()),
                robustZ(value, sample, highIsBad, metric.unit()),
                known.correlation(values, sample.ascending()).coefficient(),
                asBad,
                unharmed);
    }

    private static double robustZ(double value, SortedValues climate, boolean highIsBad, String unit) {
        double worse = highIsBad ? value - climate.median() : climate.median() - value;
        if (worse == 0) {
            return 0;
        }
        double sigma = Math.max(climate.spread(), MIN_RELATIVE_SIGMA * Math.abs(climate.median()));
        if (unit.equals(COUNTED)) {
            sigma = Math.max(sigma, Math.sqrt(Math.max(1, climate.median())));
        }
        return Math.max(-MAX_Z, Math.min(MAX_Z, worse / sigma));
    }

    /** @return true if value and climate are the same: then it says nothing that this one does not say */
    boolean isSameAs(MetricJudgement other) {
        return value == other.value
                && climateSize == other.climateSize
                && p05 == other.p05
                && p25 == other.p25
                && p50 == other.p50
                && p75 == other.p75
                && p95 == other.p95
                && quartile == other.quartile
                && Double.compare(spearman, other.spearman) == 0;
    }

    /** @return true if the value lies in the worst quartile, and is worse than usual by more than a trifle */
    public boolean isBad() {
        return isBad(quartile, robustZ, value, p50);
    }

    /** @return {@link #isBad()} of a metric in the record of a verdict */
    public static boolean isBad(JudgedMetric metric) {
        return metric.getQuartile() != null
                && isBad(metric.getQuartile(), metric.getRobustZ(), metric.getValue(), metric.getP50());
    }

    private static boolean isBad(int quartile, double robustZ, double value, double p50) {
        return quartile == ClimateQuartile.WORST
                && robustZ >= MIN_Z
                && Math.abs(value - p50) > MIN_RELATIVE_CHANGE * Math.abs(p50);
    }

    /**
     * @return true if the metric does not explain a loss: it is not bad, or it has been as bad before and most of those
     *     runs lost nothing (UMAMI, section 4.2)
     */
    public boolean isExonerated() {
        return !isBad() || (asBadBefore > 0 && 2 * unharmedThen > asBadBefore);
    }
}
