package io.barograph.analytics.causes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.barograph.analytics.climate.ClimatePolicy;
import io.barograph.analytics.climate.Diagnosis;
import io.barograph.analytics.climate.PastRun;
import io.barograph.analytics.climate.Performance;
import io.barograph.schemas.WeatherMetric;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Which side is to blame, against a climate of 30 runs of 1 GB/s. */
class FindingsTest {
    private static final double LOST = 0.4e9;
    private static final double USUAL = 1e9;
    private static final double GAINED = 3e9;

    static Map<WeatherMetric, Double> run(double smallFraction, double coverage) {
        Map<WeatherMetric, Double> metrics = new EnumMap<>(SimulatedRun.with(use -> {
            use.setSmallWrites(Math.round(smallFraction * 64_000));
        }));
        metrics.put(WeatherMetric.CF_BW, coverage);
        return metrics;
    }

    static List<PastRun> climate(double smallFraction) {
        List<PastRun> runs = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            double wave = 0.02 * Math.sin(i * 2.3);
            runs.add(new PastRun("run" + i, i, USUAL * (1 + wave), true, run(smallFraction + wave / 10, 0.9 + wave)));
        }
        return runs;
    }

    static Findings judge(Map<WeatherMetric, Double> metrics, double performance, List<PastRun> climate) {
        Performance judged = Performance.in(
                performance,
                climate.stream().mapToDouble(PastRun::performance).toArray(),
                USUAL,
                ClimatePolicy.DEFAULT.fewestRuns());
        return Findings.of(
                metrics, judged, Diagnosis.of(new PastRun("", 0, judged.value(), true, metrics), climate), climate);
    }

    @Test
    void shouldBlameTheSystemForALossInBadWeather() {
        Findings findings = judge(run(0.01, 0.4), LOST, climate(0.01));

        assertThat(findings.causes()).extracting(RootCause::cause).containsExactly(Cause.BAD_WEATHER);
        assertThat(findings.side()).isEqualTo(Side.SYSTEM);
        assertThat(findings.confidence()).isEqualTo(1);
        assertThat(findings.sentence()).startsWith("To blame: the system (confidence 1.00): bad weather: cfBw is");
    }

    /** 5 % below the median of 0.9. */
    @Test
    void shouldNotCallWeatherBadThatIsNarrowlyWithinItsClimate() {
        Findings worse = judge(run(0.01, 0.85), LOST, climate(0.01));
        Findings narrowlyNot = judge(run(0.01, 0.86), LOST, climate(0.01));

        assertThat(worse.causes()).extracting(RootCause::cause).containsExactly(Cause.BAD_WEATHER);
        assertThat(narrowlyNot.causes()).isEmpty();
        assertThat(narrowlyNot.side()).isEqualTo(Side.UNKNOWN);
    }

    @Test
    void shouldBlameTheApplicationForALossInOrdinaryWeatherWithAFaultThatIsNew() {
        Findings findings = judge(run(0.95, 0.9), LOST, climate(0.01));

        assertThat(findings.side()).isEqualTo(Side.APPLICATION);
        assertThat(findings.confidence()).isCloseTo(1, within(1e-9));
        assertThat(findings.sentence())
                .isEqualTo("To blame: the application (confidence 1.00): small requests: 95 % of the requests are below"
                        + " 1 KiB, 60800 requests.");
    }

    @Test
    void shouldBlameBothWhereBothAreWorseThanUsual() {
        Findings findings = judge(run(0.7, 0.4), LOST, climate(0.01));

        assertThat(findings.side()).isEqualTo(Side.BOTH);
        assertThat(findings.confidence()).isCloseTo(0.5 + 0.5 * 0.2 / 0.45, within(1e-9));
        assertThat(findings.sentence()).startsWith("To blame: application and system (confidence 0.72): ");
    }

    @Test
    void shouldNotBlameAFaultThatEarlierRunsHadAsWell() {
        Findings findings = judge(run(0.95, 0.9), LOST, climate(0.95));

        assertThat(findings.causes()).extracting(RootCause::usual).containsExactly(true);
        assertThat(findings.side()).isEqualTo(Side.UNKNOWN);
        assertThat(findings.confidence()).isZero();
        assertThat(findings.sentence()).isEqualTo("To blame: unknown.");
    }

    @Test
    void shouldSayWhatLimitsARunThatLostNothing() {
        Findings usual = judge(run(0.95, 0.9), USUAL, climate(0.95));
        Findings early = Findings.of(run(0.95, 0.9));

        assertThat(usual.side()).isEqualTo(Side.APPLICATION);
        assertThat(usual.causes()).extracting(RootCause::usual).containsExactly(false);
        assertThat(usual.sentence()).startsWith("It is limited by: the application (confidence 1.00): small requests");
        assertThat(early.side()).isEqualTo(Side.APPLICATION);
        assertThat(judge(run(0.01, 0.4), USUAL, climate(0.01)).side()).isEqualTo(Side.UNKNOWN);
    }

    @Test
    void shouldSayWhatAnUnusuallyGoodRunOwesItTo() {
        Map<WeatherMetric, Double> metrics = run(0.01, 0.9);
        metrics.put(WeatherMetric.JOB_READ_BYTES, 64e9);
        metrics.put(WeatherMetric.CF_READ, 3.0);
        metrics.put(WeatherMetric.CF_WRITE, 0.9);
        List<PastRun> climate = climate(0.01);
        climate.forEach(earlier -> earlier.metrics().put(WeatherMetric.CF_READ, 0.95));
        Findings findings = judge(metrics, GAINED, climate);

        assertThat(findings.causes()).extracting(RootCause::cause).containsExactly(Cause.READ_CACHING);
        assertThat(findings.causes()).extracting(RootCause::effect).containsExactly(Effect.RAISES);
        assertThat(findings.side()).isEqualTo(Side.APPLICATION);
        assertThat(findings.sentence()).startsWith("It owes this to: the application");
    }
}
