package io.barograph.jobs.publish;

import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.influxdb.InfluxPoint;
import io.barograph.schemas.Anomaly;
import io.barograph.schemas.AnomalyKind;
import io.barograph.schemas.AvroCodec;
import io.barograph.schemas.Finding;
import io.barograph.schemas.JudgedMetric;
import io.barograph.schemas.MetricCorrelation;
import io.barograph.schemas.RootCause;
import io.barograph.schemas.ShiftedMetric;
import io.barograph.schemas.Verdict;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AnomalyPointsTest {
    private static final Instant END = Instant.parse("2026-03-02T00:10:00Z");

    static {
        AvroCodec.of(Anomaly.class); // makes Avro trust the records
    }

    private static Anomaly.Builder anomaly(AnomalyKind kind) {
        return Anomaly.newBuilder()
                .setKind(kind)
                .setJobId("42")
                .setStartTime(END.minusSeconds(100))
                .setEndTime(END)
                .setExecutable("ior")
                .setFileSystem("scratch")
                .setMotif("scratch/ior/write/shared/-/64")
                .setDecidedAt(END.plusSeconds(35))
                .setSentence("because");
    }

    private static InfluxPoint only(Anomaly.Builder anomaly) {
        List<InfluxPoint> points = new AnomalyPoints().convert(anomaly.build());
        assertThat(points).hasSize(1);
        return points.get(0);
    }

    private static Finding finding(String cause, double share) {
        return Finding.newBuilder()
                .setCause(cause)
                .setShare(share)
                .setConfidence(0.5)
                .setConfidenceLow(0.4)
                .setConfidenceHigh(0.6)
                .build();
    }

    @Test
    void shouldWriteAVerdictAtTheEndOfItsRun() {
        InfluxPoint point = only(anomaly(AnomalyKind.RUN)
                .setVerdict(Verdict.ANOMALOUS)
                .setAnomalous(true)
                .setPerformance(1e9)
                .setQuartile(4)
                .setRobustZ(-7.5)
                .setUsualPerformance(2e9)
                .setLoss(0.69)
                .setUnexplained(0.19)
                .setFindings(List.of(finding("LOAD_READ", 0.4), finding("LASTING", 0.1)))
                .setSide("both")
                .setConfidence(0.75)
                .setRootCauses(List.of(
                        new RootCause("bad weather", "system", "because", "wait", 0.9, "lowers", false),
                        new RootCause("small requests", "application", "because", "buffer", 0.75, "lowers", false)))
                .setSuspects(List.of(
                        JudgedMetric.newBuilder()
                                .setMetric("cfBw")
                                .setValue(0.4)
                                .build(),
                        JudgedMetric.newBuilder()
                                .setMetric("metadataOpens")
                                .setValue(1)
                                .build())));

        assertThat(point.measurement()).isEqualTo("verdict");
        assertThat(point.tags()).isEqualTo(Map.of("fs", "scratch", "motif", "scratch/ior/write/shared/-/64"));
        assertThat(point.fields())
                .containsEntry("verdict", "ANOMALOUS")
                .containsEntry("anomalous", true)
                .containsEntry("performance_bytes_per_s", 1e9)
                .containsEntry("quartile", 4L)
                .containsEntry("robust_z", -7.5)
                .containsEntry("usual_bytes_per_s", 2e9)
                .containsEntry("loss", 0.69)
                .containsEntry("unexplained", 0.19)
                .containsEntry("findings", "LOAD_READ 0.40,LASTING 0.10")
                .containsEntry("suspects", "coverage factor; open operations")
                .containsEntry("side", "both")
                .containsEntry("confidence", 0.75)
                .containsEntry("root_causes", "bad weather,small requests")
                .containsEntry("sentence", "because");
        long end = END.toEpochMilli() * 1_000_000;
        assertThat(point.timestampNanos()).isBetween(end, end + 999_999);
    }

    @Test
    void shouldOverwriteEveryFieldOfAnEarlierVerdict() {
        assertThat(only(anomaly(AnomalyKind.RUN).setVerdict(Verdict.TOO_EARLY))
                        .fields()
                        .keySet())
                .isEqualTo(
                        only(anomaly(AnomalyKind.RUN).setVerdict(Verdict.NORMAL).setQuartile(1))
                                .fields()
                                .keySet());
        assertThat(only(anomaly(AnomalyKind.RUN)).fields())
                .containsEntry("quartile", -1L)
                .containsEntry("fraction_of_peak", -1.0);
    }

    @Test
    void shouldWriteARowOfTheDiagramForEachMetricOfThePanel() {
        List<InfluxPoint> points = new AnomalyPoints()
                .convert(anomaly(AnomalyKind.RUN)
                        .setVerdict(Verdict.NORMAL)
                        .setPanel(List.of(
                                JudgedMetric.newBuilder()
                                        .setMetric("cfBw")
                                        .setValue(0.4)
                                        .setQuartile(4)
                                        .setClimateSize(31)
                                        .setP05(0.5)
                                        .setP25(0.6)
                                        .setP50(0.7)
                                        .setP75(0.8)
                                        .setP95(0.9)
                                        .setChoice("always shown")
                                        .build(),
                                JudgedMetric.newBuilder()
                                        .setMetric("cfIops")
                                        .setValue(0.1)
                                        .build()))
                        .build());

        assertThat(points).extracting(InfluxPoint::measurement).containsExactly("verdict", "umami", "umami");
        InfluxPoint judged = points.get(1);
        assertThat(judged.tags()).containsEntry("metric", "cfBw");
        assertThat(judged.fields())
                .containsEntry("job_id", "42")
                .containsEntry("value", 0.4)
                .containsEntry("quartile", 4L)
                .containsEntry("p05", 0.5)
                .containsEntry("p95", 0.9)
                .containsEntry("choice", "always shown")
                .containsEntry("label", "coverage factor")
                .containsEntry("value_text", "0.4")
                .containsEntry("usual_text", "0.7")
                .containsEntry("range_text", "0.6 to 0.8");
        assertThat(points.get(2).fields())
                .containsOnlyKeys(judged.fields().keySet())
                .containsEntry("quartile", -1L)
                .containsEntry("p50", -1.0)
                .containsEntry("usual_text", "unknown")
                .containsEntry("range_text", "unknown");
        assertThat(judged.timestampNanos()).isEqualTo(points.get(0).timestampNanos());
    }

    @Test
    void shouldWriteAShiftAtItsOnsetAndOverwriteItWhenItEnds() {
        Anomaly.Builder lasting = anomaly(AnomalyKind.CLIMATE_SHIFT)
                .setOnset(END.minusSeconds(3_600))
                .setRatio(0.6)
                .setMetrics(List.of(new ShiftedMetric("ostFullestPercent", 50.0, 90.0, 12.0, true)));
        InfluxPoint open = only(lasting);
        InfluxPoint ended = only(lasting.setEnd(END));

        assertThat(open.measurement()).isEqualTo("climate_shift");
        assertThat(open.fields())
                .containsEntry("ratio", 0.6)
                .containsEntry("end_ns", -1L)
                .containsEntry("metrics", "space used on the fullest OST");
        assertThat(ended.timestampNanos()).isEqualTo(open.timestampNanos());
        assertThat(ended.tags()).isEqualTo(open.tags());
        assertThat(ended.fields()).containsEntry("end_ns", END.toEpochMilli() * 1_000_000);
    }

    private static MetricCorrelation correlation(String metric, Double pearson, Double spearman) {
        return new MetricCorrelation(metric, 50, pearson, 0.01, spearman, 0.02, 40);
    }

    private static Anomaly.Builder correlations(String fileSystem, String motif) {
        return anomaly(AnomalyKind.CORRELATION)
                .setFileSystem(fileSystem)
                .setMotif(motif)
                .setUntil(END)
                .setCorrelations(List.of(
                        correlation("cfBw", 0.6, 0.5),
                        correlation("ostFullestPercent", -0.1, 0.2),
                        correlation("metadataLinks", null, null)));
    }

    @Test
    void shouldWriteCorrelationsAtTheEndOfTheirMonthOnePointAMetric() {
        List<InfluxPoint> points =
                new AnomalyPoints().convert(correlations("scratch", null).build());

        assertThat(points).hasSize(2);
        assertThat(points.get(0).measurement()).isEqualTo("correlation");
        assertThat(points.get(0).tags()).isEqualTo(Map.of("fs", "scratch", "metric", "cfBw"));
        assertThat(points.get(0).fields())
                .isEqualTo(Map.of(
                        "label", "coverage factor",
                        "runs", 50L,
                        "pearson", 0.6,
                        "pearson_p", 0.01,
                        "spearman", 0.5,
                        "spearman_p", 0.02,
                        "ranked_runs", 40L));
        assertThat(points.get(0).timestampNanos()).isEqualTo(END.toEpochMilli() * 1_000_000);
    }

    @Test
    void shouldNameAllFileSystemsTogetherAndWriteOnlyNotableCorrelationsOfAMotif() {
        assertThat(new AnomalyPoints().convert(correlations("", null).build()))
                .allSatisfy(point -> assertThat(point.tags()).containsEntry("fs", "all"));
        assertThat(new AnomalyPoints().convert(correlations("scratch", "m").build()))
                .extracting(point -> point.tags().get("metric"))
                .containsExactly("cfBw");
    }
}
