package io.barograph.contention.operators;

import io.barograph.contention.RunVerdict;
import io.barograph.schemas.Anomaly;
import io.barograph.schemas.AnomalyKind;
import io.barograph.schemas.WeatherMetric;
import java.util.Set;
import org.apache.flink.api.common.functions.FlatMapFunction;
import org.apache.flink.util.Collector;

/** Takes from the verdict on a run how it compares with its climate. */
final class SelectVerdicts implements FlatMapFunction<Anomaly, ContentionInput> {
    private static final long serialVersionUID = 1L;
    private static final int WORST = 4;
    private static final Set<String> COVERAGE = Set.of(
            WeatherMetric.CF_BW.metricName(),
            WeatherMetric.CF_BW_FS.metricName(),
            WeatherMetric.CF_BW_ACTIVE.metricName(),
            WeatherMetric.CF_READ.metricName(),
            WeatherMetric.CF_WRITE.metricName());

    @Override
    public void flatMap(Anomaly anomaly, Collector<ContentionInput> out) {
        if (anomaly.getKind() != AnomalyKind.RUN
                || anomaly.getStartTime() == null
                || anomaly.getPerformance() == null) {
            return;
        }
        double usual = anomaly.getUsualPerformance() == null ? Double.NaN : anomaly.getUsualPerformance();
        boolean harmed = anomaly.getAnomalous()
                && anomaly.getPanel().stream()
                        .anyMatch(metric -> COVERAGE.contains(metric.getMetric())
                                && metric.getQuartile() != null
                                && metric.getQuartile() == WORST);
        out.collect(new ContentionInput(
                anomaly.getFileSystem(),
                anomaly.getDecidedAt().plus(JobDelays.VERDICTS).toEpochMilli(),
                new RunVerdict(
                        SelectRuns.identity(
                                anomaly.getJobId(),
                                anomaly.getStartTime(),
                                anomaly.getExecutable(),
                                anomaly.getFileSystem()),
                        anomaly.getApplication() == null ? "" : anomaly.getApplication(),
                        anomaly.getPerformance(),
                        usual,
                        harmed)));
    }
}
