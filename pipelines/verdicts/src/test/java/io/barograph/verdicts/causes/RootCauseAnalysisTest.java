package io.barograph.verdicts.causes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.barograph.schemas.Finding;
import io.barograph.schemas.WeatherMetric;
import io.barograph.verdicts.climate.ClimatePolicy;
import io.barograph.verdicts.climate.PastRun;
import io.barograph.verdicts.climate.RunPerformance;
import io.barograph.verdicts.climate.ScaledClimate;
import io.barograph.verdicts.explanation.LossCause;
import io.barograph.verdicts.explanation.LossExplanation;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Which side is to blame, against a climate of 30 runs of 1 GB/s. */
class RootCauseAnalysisTest {
    private static final double LOST = 0.4e9;
    private static final double USUAL = 1e9;
    private static final double GAINED = 3e9;
    private static final double ORDINARY_WEATHER = 0;

    static Map<WeatherMetric, Double> run(double smallFraction) {
        return new EnumMap<>(SimulatedRun.with(use -> {
            use.setSmallWrites(Math.round(smallFraction * 64_000));
        }));
    }

    static List<PastRun> climate(double smallFraction) {
        List<PastRun> runs = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            double wave = 0.02 * Math.sin(i * 2.3);
            runs.add(PastRun.of("run" + i, i, USUAL * (1 + wave), true, run(smallFraction + wave / 10)));
        }
        return runs;
    }

    private static LossExplanation explanation(double loss, double part, double confidence) {
        Finding share = Finding.newBuilder()
                .setCause(LossCause.LOAD_READ.name())
                .setShare(part * loss)
                .setConfidence(confidence)
                .setConfidenceLow(0)
                .setConfidenceHigh(1)
                .setEvidence("reads of others")
                .setUnit("B/s")
                .setValue(6e9)
                .setUsual(1e9)
                .build();
        return new LossExplanation(
                loss, part == 0 ? List.of() : List.of(share), (1 - part) * loss, Set.of(LossCause.LOAD_READ));
    }

    /**
     * @param part part of the loss that reads of others have
     * @param confidence how sure that is
     */
    static RootCauseAnalysis judge(
            Map<WeatherMetric, Double> metrics,
            double performance,
            double part,
            double confidence,
            List<PastRun> climate) {
        return judge(metrics, performance, part, confidence, climate, Double.NaN);
    }

    /** @param osts OSTs that the climate is scaled to; NaN if it is not */
    private static RootCauseAnalysis judge(
            Map<WeatherMetric, Double> metrics,
            double performance,
            double part,
            double confidence,
            List<PastRun> climate,
            double osts) {
        RunPerformance judged = RunPerformance.in(
                performance,
                climate.stream().mapToDouble(PastRun::performance).toArray(),
                USUAL,
                ClimatePolicy.DEFAULT.fewestRuns());
        return RootCauseAnalysis.of(
                metrics,
                judged,
                explanation(Math.log(judged.usual() / performance), part, confidence),
                new ScaledClimate(climate, osts, osts, 1));
    }

    @Test
    void shouldBlameTheSystemIfItExplainsAQuarterOfTheLossForSure() {
        RootCauseAnalysis all = judge(run(0.01), LOST, 1, 0.9, climate(0.01));
        RootCauseAnalysis partly = judge(run(0.01), LOST, 0.26, 0.9, climate(0.01));
        RootCauseAnalysis little = judge(run(0.01), LOST, 0.24, 0.9, climate(0.01));
        RootCauseAnalysis unsure = judge(run(0.01), LOST, 1, 0.49, climate(0.01));

        assertThat(all.causes()).extracting(MatchedCause::cause).containsExactly(CauseKind.BAD_WEATHER);
        assertThat(all.side()).isEqualTo(CauseSide.SYSTEM);
        assertThat(all.confidence()).isCloseTo(0.9, within(1e-9));
        assertThat(all.sentence()).as("the verdict says it").isEmpty();
        assertThat(partly.confidence()).isCloseTo(0.9, within(1e-9));
        assertThat(unsure.side()).isEqualTo(CauseSide.UNKNOWN);
        assertThat(little.side()).isEqualTo(CauseSide.UNKNOWN);
        assertThat(little.sentence()).isEmpty();
    }

    @Test
    void shouldBlameTheApplicationForALossInOrdinaryWeatherWithAFaultThatIsNew() {
        RootCauseAnalysis findings = judge(run(0.95), LOST, ORDINARY_WEATHER, 0, climate(0.01));

        assertThat(findings.side()).isEqualTo(CauseSide.APPLICATION);
        assertThat(findings.confidence()).isCloseTo(1, within(1e-9));
        assertThat(findings.sentence())
                .isEqualTo("The application is the cause (very likely, 1.00): small requests, 95 % of the requests are"
                        + " below 1 KiB, 60800 requests.");
    }

    @Test
    void shouldNotBlameTheOneOstWhereTheRunIsComparedWithOthersOnOneOst() {
        Map<WeatherMetric, Double> onOneOst = run(0.01);
        onOneOst.put(WeatherMetric.JOB_BUSIEST_OST_FRACTION, 1.0);

        assertThat(judge(onOneOst, LOST, ORDINARY_WEATHER, 0, climate(0.01)).side())
                .isEqualTo(CauseSide.APPLICATION);
        assertThat(judge(onOneOst, LOST, ORDINARY_WEATHER, 0, climate(0.01), 1).side())
                .isEqualTo(CauseSide.UNKNOWN);
        assertThat(judge(onOneOst, USUAL, ORDINARY_WEATHER, 0, climate(0.01), 1).sentence())
                .startsWith("What limits it (");
    }

    @Test
    void shouldBlameBothWhereBothAreWorseThanUsual() {
        RootCauseAnalysis findings = judge(run(0.7), LOST, 1, 0.9, climate(0.01));

        assertThat(findings.side()).isEqualTo(CauseSide.BOTH);
        assertThat(findings.confidence()).isCloseTo(0.5 + 0.5 * 0.2 / 0.45, within(1e-9));
        assertThat(findings.sentence()).startsWith("The application has a part in it (likely, 0.72): small requests, ");
    }

    @Test
    void shouldNotBlameAFaultThatEarlierRunsHadAsWell() {
        RootCauseAnalysis findings = judge(run(0.95), LOST, ORDINARY_WEATHER, 0, climate(0.95));

        assertThat(findings.causes()).extracting(MatchedCause::usual).containsExactly(true);
        assertThat(findings.side()).isEqualTo(CauseSide.UNKNOWN);
        assertThat(findings.confidence()).isZero();
        assertThat(findings.sentence()).isEmpty();
    }

    @Test
    void shouldSayWhatLimitsARunThatLostNothingAndBlameNobody() {
        RootCauseAnalysis usual = judge(run(0.95), USUAL, ORDINARY_WEATHER, 0, climate(0.95));
        RootCauseAnalysis early = RootCauseAnalysis.of(run(0.95));

        assertThat(usual.side()).isEqualTo(CauseSide.APPLICATION);
        assertThat(usual.causes()).extracting(MatchedCause::usual).containsExactly(false);
        assertThat(usual.sentence()).startsWith("What limits it (very likely, 1.00): small requests");
        assertThat(early.side()).isEqualTo(CauseSide.APPLICATION);
        assertThat(judge(run(0.01), 0.95 * USUAL, 1, 1, climate(0.01)).side()).isEqualTo(CauseSide.UNKNOWN);
    }

    @Test
    void shouldSayWhatAnUnusuallyGoodRunOwesItTo() {
        Map<WeatherMetric, Double> metrics = run(0.01);
        metrics.put(WeatherMetric.JOB_READ_BYTES, 64e9);
        metrics.put(WeatherMetric.CF_READ, 3.0);
        metrics.put(WeatherMetric.CF_WRITE, 0.9);
        List<PastRun> climate = climate(0.01);
        climate.forEach(earlier -> earlier.put(WeatherMetric.CF_READ, 0.95));
        RootCauseAnalysis findings = judge(metrics, GAINED, ORDINARY_WEATHER, 0, climate);

        assertThat(findings.causes()).extracting(MatchedCause::cause).containsExactly(CauseKind.READ_CACHING);
        assertThat(findings.causes()).extracting(MatchedCause::effect).containsExactly(CauseEffect.RAISES);
        assertThat(findings.side()).isEqualTo(CauseSide.APPLICATION);
        assertThat(findings.sentence()).startsWith("Why it was fast (");
    }
}
