package io.barograph.verdicts.climate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.barograph.schemas.WeatherMetric;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MetricDiagnosisTest {
    private static PastRun run(int number, double performance, Map<WeatherMetric, Double> metrics) {
        return PastRun.of("run" + number, number, performance, true, metrics);
    }

    /** Metrics that vary a little, each in its own way. */
    private static List<PastRun> climate(Map<WeatherMetric, Double> typical) {
        List<PastRun> runs = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            int number = i;
            Map<WeatherMetric, Double> metrics = new EnumMap<>(WeatherMetric.class);
            typical.forEach((metric, value) ->
                    metrics.put(metric, value * (1 + 0.03 * Math.sin(number * (2.1 + 0.1 * value)))));
            runs.add(run(i, 1e9 * (1 + 0.02 * Math.sin(i * 2.3)), metrics));
        }
        return runs;
    }

    private static List<WeatherMetric> names(List<MetricJudgement> judgements) {
        return judgements.stream().map(MetricJudgement::metric).toList();
    }

    @Test
    void shouldSuspectARateAndNotTheTotalThatALongRunGathers() {
        List<PastRun> climate = climate(Map.of(
                WeatherMetric.METADATA_OPENS, 1_000.0,
                WeatherMetric.METADATA_OPENS_MEAN_PER_SECOND, 10.0,
                WeatherMetric.METADATA_OPENS_MAX_PER_SECOND, 50.0,
                WeatherMetric.CF_BW, 0.9));
        MetricDiagnosis slowFirst = MetricDiagnosis.of(
                run(
                        30,
                        0.3e9,
                        Map.of(
                                WeatherMetric.METADATA_OPENS, 4_000.0,
                                WeatherMetric.METADATA_OPENS_MEAN_PER_SECOND, 10.0,
                                WeatherMetric.METADATA_OPENS_MAX_PER_SECOND, 80.0,
                                WeatherMetric.CF_BW, 0.4)),
                climate);

        assertThat(names(slowFirst.suspects())).containsExactly(WeatherMetric.CF_BW);
    }

    @Test
    void shouldSuspectATotalWhereNoRateIsKnown() {
        List<PastRun> climate = climate(Map.of(WeatherMetric.METADATA_READDIRS, 20.0));
        MetricDiagnosis diagnosis =
                MetricDiagnosis.of(run(30, 0.3e9, Map.of(WeatherMetric.METADATA_READDIRS, 800.0)), climate);

        assertThat(names(diagnosis.suspects())).containsExactly(WeatherMetric.METADATA_READDIRS);
    }

    @Test
    void shouldMeasureARareCountByChanceAndNotByItsUsualZero() {
        List<PastRun> climate = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            climate.add(run(i, 1e9, Map.of(WeatherMetric.METADATA_LINKS, i % 10 == 0 ? 1.0 : 0.0)));
        }
        MetricJudgement two = MetricJudgement.of(WeatherMetric.METADATA_LINKS, 2, climate);

        assertThat(two.robustZ()).isCloseTo(2, within(1e-12));
    }

    @Test
    void shouldShowPerformanceThenWhatIsAlwaysShownThenWhatGoesWithPerformance() {
        List<PastRun> climate = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            double performance = 1e9 * (1 + 0.1 * Math.sin(i));
            climate.add(run(
                    i,
                    performance,
                    Map.of(
                            WeatherMetric.CF_BW, 0.9 + 0.01 * (i % 3),
                            WeatherMetric.OSS_CPU_MEAN_MISSING_AS_ZERO_PERCENT, 5.0 + (i % 4),
                            WeatherMetric.OVERLOADED_OSS, 3e9 / performance,
                            WeatherMetric.JOB_RADIUS_MEAN, 4.0 + (i * 7) % 11)));
        }
        MetricDiagnosis diagnosis = MetricDiagnosis.of(climate.get(29), climate.subList(0, 29));

        assertThat(names(diagnosis.panel()))
                .containsExactly(
                        WeatherMetric.PERFORMANCE_BYTES_PER_SECOND,
                        WeatherMetric.CF_BW,
                        WeatherMetric.OSS_CPU_MEAN_MISSING_AS_ZERO_PERCENT,
                        WeatherMetric.OVERLOADED_OSS);
        assertThat(diagnosis.panel().stream().map(MetricDiagnosis::choice))
                .containsExactly(
                        "always shown", "always shown", "always shown", "Spearman -1.00 with performance over 29 runs");
    }

    @Test
    void shouldNotNameTwoMetricsOfTheSameNumbers() {
        List<PastRun> climate = new ArrayList<>();
        for (PastRun run : climate(Map.of(WeatherMetric.CF_BW, 0.9))) {
            double coverage = run.value(WeatherMetric.CF_BW);
            climate.add(run(
                    (int) run.end(),
                    run.performance(),
                    Map.of(WeatherMetric.CF_BW, coverage, WeatherMetric.CF_BW_FS, coverage)));
        }
        MetricDiagnosis diagnosis = MetricDiagnosis.of(
                run(30, 0.3e9, Map.of(WeatherMetric.CF_BW, 0.4, WeatherMetric.CF_BW_FS, 0.4)), climate);

        assertThat(names(diagnosis.metrics())).containsExactly(WeatherMetric.CF_BW);
    }
}
