package io.barograph.verdicts.explanation;

import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.schemas.Anomaly;
import io.barograph.schemas.AnomalyKind;
import io.barograph.schemas.AvroCodec;
import io.barograph.schemas.Finding;
import io.barograph.schemas.JudgedMetric;
import io.barograph.schemas.Verdict;
import io.barograph.schemas.WeatherMetric;
import java.time.Instant;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** A run that lost half of its performance. */
class VerdictSentencesTest {
    private static final double LOSS = Math.log(2);

    static {
        AvroCodec.of(Anomaly.class); // makes Avro trust the records
    }

    private static Finding share(LossCause cause, double part, double confidence) {
        boolean isMeasured = cause != LossCause.LASTING && cause != LossCause.SLOW_FOR_OTHERS;
        return Finding.newBuilder()
                .setCause(cause.name())
                .setShare(part * LOSS)
                .setConfidence(confidence)
                .setConfidenceLow(0)
                .setConfidenceHigh(1)
                .setEvidence(isMeasured ? cause.title() : "")
                .setUnit(isMeasured ? "B/s" : "")
                .setValue(isMeasured ? 6e9 : null)
                .setUsual(isMeasured ? 1e9 : null)
                .build();
    }

    /** @param shares in any order; the model has the largest first */
    private static LossExplanation explanation(Finding... shares) {
        List<Finding> inOrder = Arrays.stream(shares)
                .sorted(Comparator.comparingDouble(Finding::getShare).reversed())
                .toList();
        double explained = inOrder.stream().mapToDouble(Finding::getShare).sum();
        return new LossExplanation(LOSS, inOrder, LOSS - explained, Set.of());
    }

    private static Anomaly.Builder verdict(Finding... shares) {
        return Anomaly.newBuilder()
                .setKind(AnomalyKind.RUN)
                .setFileSystem("scratch")
                .setDecidedAt(Instant.EPOCH)
                .setPerformance(1e9)
                .setUsualPerformance(2e9)
                .setClimateSize(30)
                .setVerdict(Verdict.ANOMALOUS)
                .setQuartile(4)
                .setAnomalous(true)
                .setLoss(LOSS)
                .setFindings(explanation(shares).namedFirst());
    }

    private static String sentence(Finding... shares) {
        return VerdictSentences.of(verdict(shares).build());
    }

    private static List<LossCause> named(Finding... shares) {
        return explanation(shares).named().stream()
                .map(share -> LossCause.named(share.getCause()).orElseThrow())
                .toList();
    }

    @Test
    void shouldNameWhatWasMeasuredBeforeCircumstancesHoweverLargeTheyAre() {
        assertThat(sentence(
                        share(LossCause.LASTING, 0.4, 0.95),
                        share(LossCause.SLOW_FOR_OTHERS, 0.3, 0.9),
                        share(LossCause.LOAD_READ, 0.1, 0.1)))
                .isEqualTo("50 % slower than usual: 1 GB/s instead of 2 GB/s (30 runs)."
                        + " Reads of others were high: 6 GB/s (usually 1 GB/s); 10 % of the loss (possible, 0.10)."
                        + " Its last runs were slow already: 40 % of the loss (very likely, 0.95)."
                        + " Meanwhile the file system was slow for other applications, too:"
                        + " 30 % of the loss (very likely, 0.90). 20 % unexplained.");
    }

    @Test
    void shouldSayThatNothingMeasuredExplainsItWhereOnlyOtherRunsTellOfIt() {
        assertThat(sentence(share(LossCause.LASTING, 0.4, 0.7), share(LossCause.LOAD_READ, 0.09, 0.9)))
                .contains(
                        " (30 runs). No measured cause explains it. Its last runs were slow already: 40 % of the loss");
        assertThat(sentence(share(LossCause.LOAD_READ, 0.2, 0.4), share(LossCause.LASTING, 0.4, 0.7)))
                .doesNotContain("No measured cause");
        assertThat(sentence()).contains("No known cause: ").doesNotContain("No measured cause");
    }

    @Test
    void shouldSayTheEventFirstAndExonerateNothingThatItShows() {
        Anomaly.Builder verdict = verdict(share(LossCause.LASTING, 0.75, 0.6))
                .setExoneratedCauses(List.of("LOAD_READ", "DEGRADED"))
                .setLikelyCause("LASTING");
        String begin = "50 % slower than usual: 1 GB/s instead of 2 GB/s (30 runs).";

        assertThat(VerdictSentences.of(verdict.build()))
                .isEqualTo(begin + " No measured cause explains it."
                        + " Its last runs were slow already: 75 % of the loss (likely, 0.60). 25 % unexplained."
                        + " Not the cause: reads of others, degraded hardware.");
        assertThat(VerdictSentences.of(verdict.setEvent("Read contention on scratch.")
                        .setLikelyCause("LOAD_READ")
                        .build()))
                .isEqualTo(begin + " Read contention on scratch."
                        + " Its last runs were slow already: 75 % of the loss (likely, 0.60). 25 % unexplained."
                        + " Not the cause: degraded hardware.");
        assertThat(VerdictSentences.of(verdict.setFindings(List.of())
                        .setExoneratedCauses(List.of("LOAD_READ"))
                        .build()))
                .isEqualTo(begin + " Read contention on scratch.");
    }

    @Test
    void shouldSayThatPartsOverlapThatAreMoreThanTheLoss() {
        assertThat(sentence(share(LossCause.SPACE, 0.7, 0.8), share(LossCause.LASTING, 0.8, 0.7)))
                .contains("70 % of the loss (very likely, 0.80)", "80 % of the loss (likely, 0.70)")
                .endsWith(". These parts overlap.")
                .doesNotContain("unexplained");
        assertThat(sentence(share(LossCause.SPACE, 0.7, 0.8), share(LossCause.LASTING, 0.35, 0.7)))
                .doesNotContain("overlap", "unexplained");
    }

    /** A slow run moves less than usual: its part of the traffic falls without others that do more. */
    @Test
    void shouldNameTheCoverageFactorOnlyWhereOthersMayHaveMovedMore() {
        Anomaly.Builder verdict = verdict()
                .setPanel(List.of(JudgedMetric.newBuilder()
                        .setMetric(WeatherMetric.CF_BW.metricName())
                        .setValue(0.5)
                        .setQuartile(4)
                        .setRobustZ(5.0)
                        .setP50(0.9)
                        .build()));

        assertThat(VerdictSentences.of(
                        verdict.setExoneratedCauses(List.of("LOAD_READ")).build()))
                .contains(" Others moved 50 % of the traffic (coverage factor 0.50, usually 0.90). ");
        assertThat(VerdictSentences.of(verdict.setExoneratedCauses(List.of("LOAD_READ", "LOAD_WRITE"))
                        .build()))
                .doesNotContain("traffic");
    }

    @Test
    void shouldNotPutAMeasuredCauseFirstThatIsTooSmallOrTooUncertainToBeNamed() {
        Finding lasting = share(LossCause.LASTING, 0.4, 0.7);

        assertThat(named(lasting, share(LossCause.LOAD_READ, 0.1, 0.1)))
                .containsExactly(LossCause.LOAD_READ, LossCause.LASTING);
        assertThat(named(lasting, share(LossCause.LOAD_READ, 0.099, 0.9))).containsExactly(LossCause.LASTING);
        assertThat(named(lasting, share(LossCause.LOAD_READ, 0.3, 0.099))).containsExactly(LossCause.LASTING);
    }

    @Test
    void shouldOrderMeasuredCausesAndCircumstancesByTheirShares() {
        assertThat(named(
                        share(LossCause.SLOW_FOR_OTHERS, 0.15, 0.9),
                        share(LossCause.LOAD_READ, 0.12, 0.9),
                        share(LossCause.LASTING, 0.2, 0.2),
                        share(LossCause.METADATA_LOAD, 0.3, 0.3)))
                .containsExactly(
                        LossCause.METADATA_LOAD, LossCause.LOAD_READ, LossCause.LASTING, LossCause.SLOW_FOR_OTHERS);
    }

    /** The order alone may differ from that of the shares. */
    @Property
    void shouldKeepEachShareWhateverTheOrder(@ForAll long seed) {
        Random random = new Random(seed);
        LossExplanation explanation = explanation(Arrays.stream(LossCause.values())
                .map(cause -> share(cause, random.nextDouble() - 0.3, random.nextDouble()))
                .toArray(Finding[]::new));

        assertThat(explanation.namedFirst()).containsExactlyInAnyOrderElementsOf(explanation.shares());
        assertThat(explanation.namedFirst().subList(0, explanation.named().size()))
                .isEqualTo(explanation.named());
    }
}
