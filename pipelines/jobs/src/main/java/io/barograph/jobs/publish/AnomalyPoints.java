package io.barograph.jobs.publish;

import io.barograph.influxdb.InfluxPoint;
import io.barograph.influxdb.PointConverter;
import io.barograph.schemas.Anomaly;
import io.barograph.schemas.Finding;
import io.barograph.schemas.JudgedMetric;
import io.barograph.schemas.MetricCorrelation;
import io.barograph.schemas.RootCause;
import io.barograph.schemas.ShiftedMetric;
import io.barograph.schemas.WeatherMetric;
import io.barograph.verdicts.explanation.QuantityFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Verdicts as points of measurement {@code verdict} at the end of the run, shifts as {@code climate_shift} at their onset,
 * and correlations as {@code correlation} at the end of their month, one point for each metric; tags {@code fs}, {@code
 * motif} and {@code replay}, for correlations also {@code metric}. Of a motif's correlations only those of at least
 * {@value #MIN_CORRELATION} are written: their number is metrics times motifs. A correlation over all file systems has
 * {@code fs} {@value #ALL}. Every record writes every field; a number that is not known is
 * {@value UnknownValues#VALUE}, a robust z, a loss and its unexplained part {@code 0}.
 *
 * <p>What people read names metrics by their labels: the field {@code label} beside the tag {@code metric}, and the lists of
 * metrics. The numbers of {@code umami} have many units, so that they are written as text with their unit, too.
 */
final class AnomalyPoints implements PointConverter<Anomaly> {
    private static final double MIN_CORRELATION = 0.3;
    private static final String ALL = "all";
    private static final String UNKNOWN = "unknown";
    private static final RecordFields OF_ROW = new RecordFields(
            JudgedMetric.getClassSchema(), "metric", "robustZ", "spearman", "asBadBefore", "unharmedThen");

    @Override
    public List<InfluxPoint> convert(Anomaly anomaly) {
        return switch (anomaly.getKind()) {
            case RUN -> run(anomaly);
            case CLIMATE_SHIFT -> List.of(shift(anomaly));
            case CORRELATION -> correlations(anomaly);
            case UNKNOWN -> List.of();
        };
    }

    private List<InfluxPoint> run(Anomaly anomaly) {
        List<InfluxPoint> points = new ArrayList<>(anomaly.getPanel().size() + 1);
        points.add(verdict(anomaly));
        for (JudgedMetric row : anomaly.getPanel()) {
            points.add(OF_ROW.addTo(point("umami", anomaly), row)
                    .tag("metric", row.getMetric())
                    .field("job_id", anomaly.getJobId())
                    .field("label", WeatherMetric.labelOf(row.getMetric()))
                    .field("value_text", text(row, row.getValue()))
                    .field("usual_text", text(row, row.getP50()))
                    .field("range_text", range(row))
                    .at(PointTimes.exact(anomaly.getEndTime()) + spread(anomaly)));
        }
        return points;
    }

    private InfluxPoint verdict(Anomaly anomaly) {
        return point("verdict", anomaly)
                .field("job_id", anomaly.getJobId())
                .field("executable", anomaly.getExecutable())
                .field("user", UnknownValues.orEmpty(anomaly.getUser()))
                .field("verdict", anomaly.getVerdict().name())
                .field("anomalous", anomaly.getAnomalous())
                .field("unusually_good", anomaly.getUnusuallyGood())
                .field("performance_bytes_per_s", UnknownValues.or(anomaly.getPerformance()))
                .field("fraction_of_peak", UnknownValues.or(anomaly.getFractionOfPeak()))
                .field("quartile", UnknownValues.or(anomaly.getQuartile()))
                .field("percentile", UnknownValues.or(anomaly.getPercentile()))
                .field("robust_z", anomaly.getRobustZ() == null ? 0.0 : anomaly.getRobustZ())
                .field("climate_size", UnknownValues.or(anomaly.getClimateSize()))
                .field("usual_bytes_per_s", UnknownValues.or(anomaly.getUsualPerformance()))
                .field("loss", anomaly.getLoss() == null ? 0.0 : anomaly.getLoss())
                .field("unexplained", anomaly.getUnexplained() == null ? 0.0 : anomaly.getUnexplained())
                .field("findings", findings(anomaly.getFindings()))
                .field("suspects", labels(anomaly.getSuspects(), JudgedMetric::getMetric))
                .field("exonerated", labels(anomaly.getExonerated(), JudgedMetric::getMetric))
                .field("likely_cause", UnknownValues.orEmpty(anomaly.getLikelyCause()))
                .field("side", UnknownValues.orEmpty(anomaly.getSide()))
                .field("confidence", UnknownValues.or(anomaly.getConfidence()))
                .field("root_causes", causes(anomaly.getRootCauses()))
                .field("sentence", anomaly.getSentence())
                .field("revision", (long) anomaly.getRevision())
                .at(PointTimes.exact(anomaly.getEndTime()) + spread(anomaly));
    }

    private InfluxPoint shift(Anomaly anomaly) {
        return point("climate_shift", anomaly)
                .field("before_bytes_per_s", UnknownValues.or(anomaly.getBefore()))
                .field("after_bytes_per_s", UnknownValues.or(anomaly.getAfter()))
                .field("ratio", UnknownValues.or(anomaly.getRatio()))
                .field("end_ns", anomaly.getEnd() == null ? UnknownValues.VALUE : PointTimes.exact(anomaly.getEnd()))
                .field("metrics", labels(anomaly.getMetrics(), ShiftedMetric::getMetric))
                .field("sentence", anomaly.getSentence())
                .at(PointTimes.exact(anomaly.getOnset()));
    }

    private List<InfluxPoint> correlations(Anomaly anomaly) {
        return anomaly.getCorrelations().stream()
                .filter(AnomalyPoints::isKnown)
                .filter(correlation -> anomaly.getMotif() == null || isNotable(correlation))
                .map(correlation -> point("correlation", anomaly)
                        .tag("metric", correlation.getMetric())
                        .field("label", WeatherMetric.labelOf(correlation.getMetric()))
                        .field("runs", (long) correlation.getRuns())
                        .field("pearson", correlation.getPearson())
                        .field("pearson_p", correlation.getPearsonP())
                        .field("spearman", correlation.getSpearman())
                        .field("spearman_p", correlation.getSpearmanP())
                        .field("ranked_runs", (long) correlation.getRankedRuns())
                        .at(PointTimes.exact(anomaly.getUntil())))
                .toList();
    }

    private static boolean isKnown(MetricCorrelation correlation) {
        return correlation.getPearson() != null && correlation.getSpearman() != null;
    }

    private static boolean isNotable(MetricCorrelation correlation) {
        return Math.max(Math.abs(correlation.getPearson()), Math.abs(correlation.getSpearman())) >= MIN_CORRELATION;
    }

    private InfluxPoint.Builder point(String measurement, Anomaly anomaly) {
        return InfluxPoint.measurement(measurement)
                .tag("fs", anomaly.getFileSystem().isEmpty() ? ALL : anomaly.getFileSystem())
                .tag("motif", anomaly.getMotif());
    }

    private static <T> String labels(List<T> metrics, Function<T, String> name) {
        return metrics.stream().map(name).map(WeatherMetric::labelOf).collect(Collectors.joining("; "));
    }

    /** The number with its unit, for instance {@code 14.2 GB/s}. */
    private static String text(JudgedMetric row, Double number) {
        String unit =
                WeatherMetric.named(row.getMetric()).map(WeatherMetric::unit).orElse("");
        return number == null || !Double.isFinite(number) ? UNKNOWN : QuantityFormat.quantity(number, unit);
    }

    private static String range(JudgedMetric row) {
        String low = text(row, row.getP25());
        String high = text(row, row.getP75());
        return low.equals(UNKNOWN) || high.equals(UNKNOWN) ? UNKNOWN : low + " to " + high;
    }

    /** Causes with their shares, for instance {@code LOAD_READ 0.31,LASTING 0.05}. */
    private static String findings(List<Finding> findings) {
        return findings.stream()
                .map(finding -> String.format(Locale.ROOT, "%s %.2f", finding.getCause(), finding.getShare()))
                .collect(Collectors.joining(","));
    }

    private static String causes(List<RootCause> causes) {
        return causes.stream().map(RootCause::getCause).collect(Collectors.joining(","));
    }

    /** Runs of one motif that end in the same second stay apart. */
    private static long spread(Anomaly anomaly) {
        String identity = anomaly.getJobId() + "/" + anomaly.getStartTime() + "/" + anomaly.getExecutable();
        return PointTimes.spread(identity);
    }
}
