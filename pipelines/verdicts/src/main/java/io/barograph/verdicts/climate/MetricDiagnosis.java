package io.barograph.verdicts.climate;

import io.barograph.schemas.WeatherMetric;
import io.barograph.schemas.WeatherMetric.Good;
import io.barograph.schemas.WeatherMetric.Source;
import io.barograph.verdicts.correlation.RankCorrelation;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Which metrics of the weather explain a run's performance, and which do not (UMAMI, section 4).
 *
 * @param metrics all metrics of the weather that are known of the run and the climate, in the order of {@link
 *     WeatherMetric}; a metric with the same numbers as one before it is left out
 * @param suspects metrics in their worst quartile that have not been as bad before without loss, worst first; a
 *     total or an extreme over the run only where no mean rate is known
 * @param exonerated metrics that are always looked at and do not explain the loss, and bad ones that have been as bad
 *     before without loss
 * @param panel metrics to show: performance, those always shown, then those most correlated with it
 */
public record MetricDiagnosis(
        List<MetricJudgement> metrics,
        List<MetricJudgement> suspects,
        List<MetricJudgement> exonerated,
        List<MetricJudgement> panel) {
    /** Shown, and named when they do not explain a loss, whatever their correlation. */
    public static final Set<WeatherMetric> ALWAYS = EnumSet.of(
            WeatherMetric.CF_BW,
            WeatherMetric.CF_IOPS,
            WeatherMetric.METADATA_OPERATIONS,
            WeatherMetric.METADATA_OPENS,
            WeatherMetric.METADATA_READDIRS,
            WeatherMetric.OST_FULLEST_PERCENT,
            WeatherMetric.OSS_CPU_MEAN_PERCENT,
            WeatherMetric.OSS_CPU_MEAN_MISSING_AS_ZERO_PERCENT,
            WeatherMetric.MDS_CPU_MEAN_PERCENT,
            WeatherMetric.MDS_CPU_MEAN_MISSING_AS_ZERO_PERCENT);

    /** Metrics that stand for another one where only tables of past runs are known: left out beside it. */
    private static final Map<WeatherMetric, WeatherMetric> STANDS_FOR = Map.of(
            WeatherMetric.OSS_CPU_MEAN_MISSING_AS_ZERO_PERCENT, WeatherMetric.OSS_CPU_MEAN_PERCENT,
            WeatherMetric.MDS_CPU_MEAN_MISSING_AS_ZERO_PERCENT, WeatherMetric.MDS_CPU_MEAN_PERCENT);

    /** Further metrics of the panel, by correlation. */
    public static final int CORRELATED = 6;

    /** Correlations of less than this say nothing. */
    private static final double MIN_CORRELATION = 0.3;

    public static MetricDiagnosis of(PastRun run, List<PastRun> climate) {
        RankCorrelation performanceRanks = MetricJudgement.ranked(climate);
        List<MetricJudgement> metrics = new ArrayList<>();
        for (WeatherMetric metric : WeatherMetric.values()) {
            if (isWeather(metric)) {
                MetricJudgement judgement = MetricJudgement.of(metric, run.value(metric), climate, performanceRanks);
                if (judgement != null && !isRepeated(judgement, metrics)) {
                    metrics.add(judgement);
                }
            }
        }
        Comparator<MetricJudgement> worstFirst =
                Comparator.comparingDouble(MetricJudgement::robustZ).reversed().thenComparing(MetricJudgement::metric);
        List<MetricJudgement> suspects = metrics.stream()
                .filter(judgement -> judgement.isBad() && !judgement.isExonerated())
                .filter(judgement -> isPreferred(judgement.metric(), metrics))
                .sorted(worstFirst)
                .toList();
        List<MetricJudgement> exonerated = metrics.stream()
                .filter(judgement ->
                        judgement.isExonerated() && (judgement.isBad() || ALWAYS.contains(judgement.metric())))
                .sorted(Comparator.comparing((MetricJudgement judgement) -> !ALWAYS.contains(judgement.metric()))
                        .thenComparing(MetricJudgement::metric))
                .toList();
        MetricJudgement performance = MetricJudgement.of(
                WeatherMetric.PERFORMANCE_BYTES_PER_SECOND, run.performance(), climate, performanceRanks);
        return new MetricDiagnosis(metrics, suspects, exonerated, panel(performance, metrics));
    }

    private static boolean isPreferred(WeatherMetric metric, List<MetricJudgement> known) {
        WeatherMetric preferred = PreferredMetrics.of(metric);
        return preferred == null || known.stream().noneMatch(other -> other.metric() == preferred);
    }

    private static boolean isRepeated(MetricJudgement judgement, List<MetricJudgement> others) {
        WeatherMetric original = STANDS_FOR.get(judgement.metric());
        boolean isAlways = ALWAYS.contains(judgement.metric());
        for (MetricJudgement other : others) { // of each metric of each run: a stream takes a tenth of a diagnosis
            if (other.metric() == original || (!isAlways && judgement.isSameAs(other))) {
                return true;
            }
        }
        return false;
    }

    /** @return why it is in it */
    public static String choice(MetricJudgement shown) {
        boolean always =
                shown.metric() == WeatherMetric.PERFORMANCE_BYTES_PER_SECOND || ALWAYS.contains(shown.metric());
        return always
                ? "always shown"
                : String.format(
                        Locale.ROOT,
                        "Spearman %+.2f with performance over %d runs",
                        shown.spearman(),
                        shown.climateSize());
    }

    /** The weather, not what the application did: that is judged by rules of its own. */
    private static boolean isWeather(WeatherMetric metric) {
        return metric.good() != Good.NONE && metric.source() != Source.DARSHAN;
    }

    private static List<MetricJudgement> panel(MetricJudgement performance, List<MetricJudgement> metrics) {
        List<MetricJudgement> panel = new ArrayList<>();
        panel.add(performance);
        metrics.stream()
                .filter(judgement -> ALWAYS.contains(judgement.metric()))
                .forEach(panel::add);
        metrics.stream()
                .filter(judgement -> !ALWAYS.contains(judgement.metric()))
                .filter(judgement -> Math.abs(judgement.spearman()) >= MIN_CORRELATION)
                .sorted(Comparator.comparingDouble((MetricJudgement judgement) -> -Math.abs(judgement.spearman()))
                        .thenComparing(MetricJudgement::metric))
                .limit(CORRELATED)
                .forEach(panel::add);
        return panel;
    }
}
