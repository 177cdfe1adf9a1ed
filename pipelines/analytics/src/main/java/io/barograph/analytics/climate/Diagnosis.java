package io.barograph.analytics.climate;

import io.barograph.schemas.WeatherMetric;
import io.barograph.schemas.WeatherMetric.Good;
import io.barograph.schemas.WeatherMetric.Source;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Which metrics of the weather explain a run's performance, and which do not (UMAMI, section 4).
 *
 * @param metrics all metrics that are known of the run and the climate, in the order of {@link WeatherMetric}
 * @param suspects metrics in their worst quartile that have not been as bad before without loss, worst first
 * @param exonerated metrics that are always looked at and do not explain the loss, and bad ones that have been as bad
 *     before without loss
 * @param panel metrics to show: those always shown, then those most correlated with performance
 */
public record Diagnosis(
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
            WeatherMetric.MDS_CPU_MEAN_PERCENT);

    /** Further metrics of the panel, by correlation. */
    public static final int CORRELATED = 6;

    /** Correlations of less than this say nothing. */
    private static final double LEAST_CORRELATION = 0.3;

    /**
     * @param values the run's metrics
     * @param plausible false if the servers' numbers of this run cannot be right
     * @param climate the motif's earlier runs
     * @return what they say
     */
    public static Diagnosis of(Map<WeatherMetric, Double> values, boolean plausible, List<PastRun> climate) {
        List<MetricJudgement> metrics = new ArrayList<>();
        PastRun run = new PastRun("", 0, Double.NaN, plausible, values);
        for (WeatherMetric metric : WeatherMetric.values()) {
            if (isWeather(metric)) {
                MetricJudgement judgement = MetricJudgement.of(metric, run.value(metric), climate);
                if (judgement != null) {
                    metrics.add(judgement);
                }
            }
        }
        Comparator<MetricJudgement> worstFirst =
                Comparator.comparingDouble(MetricJudgement::robustZ).reversed().thenComparing(MetricJudgement::metric);
        List<MetricJudgement> suspects = metrics.stream()
                .filter(judgement -> judgement.isBad() && !judgement.isExonerated())
                .sorted(worstFirst)
                .toList();
        List<MetricJudgement> exonerated = metrics.stream()
                .filter(judgement ->
                        judgement.isExonerated() && (judgement.isBad() || ALWAYS.contains(judgement.metric())))
                .sorted(Comparator.comparing((MetricJudgement judgement) -> !ALWAYS.contains(judgement.metric()))
                        .thenComparing(MetricJudgement::metric))
                .toList();
        return new Diagnosis(metrics, suspects, exonerated, panel(metrics));
    }

    /** The weather, not what the application did: that is judged by rules of its own. */
    private static boolean isWeather(WeatherMetric metric) {
        return metric.good() != Good.NONE && metric.source() != Source.DARSHAN;
    }

    private static List<MetricJudgement> panel(List<MetricJudgement> metrics) {
        List<MetricJudgement> panel = new ArrayList<>(metrics.stream()
                .filter(judgement -> ALWAYS.contains(judgement.metric()))
                .toList());
        metrics.stream()
                .filter(judgement -> !ALWAYS.contains(judgement.metric()))
                .filter(judgement -> Math.abs(judgement.spearman()) >= LEAST_CORRELATION)
                .sorted(Comparator.comparingDouble((MetricJudgement judgement) -> -Math.abs(judgement.spearman()))
                        .thenComparing(MetricJudgement::metric))
                .limit(CORRELATED)
                .forEach(panel::add);
        return panel;
    }
}
