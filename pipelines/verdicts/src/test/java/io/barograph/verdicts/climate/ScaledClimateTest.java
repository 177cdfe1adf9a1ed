package io.barograph.verdicts.climate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.barograph.schemas.WeatherMetric;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** Runs that move 1 GB/s on one OST. */
class ScaledClimateTest {
    private static final int MIN_RUNS = 10;

    private static PastRun run(int number, double performance, Double osts) {
        return PastRun.of(
                "run" + number,
                number,
                performance,
                true,
                osts == null ? Map.of() : Map.of(WeatherMetric.JOB_OSTS, osts));
    }

    /** @param slowPart part of the runs that are three times slower, whatever their OSTs */
    private static List<PastRun> runs(int count, double exponent, double slowPart, Random random) {
        List<PastRun> runs = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            double osts = 1 + random.nextInt(8);
            double noise = Math.exp(0.03 * random.nextGaussian()) / (random.nextDouble() < slowPart ? 3 : 1);
            runs.add(run(i, 1e9 * Math.pow(osts, exponent) * noise, osts));
        }
        return runs;
    }

    @Property(tries = 100)
    void shouldTellWhatIsUsualOnAsManyOstsThoughAFifthOfTheRunsIsSlow(
            @ForAll @DoubleRange(min = 0.2, max = 1) double exponent,
            @ForAll @IntRange(min = 1, max = 8) int osts,
            @ForAll long seed) {
        Random random = new Random(seed);
        PastRun run = run(1000, 1e9, (double) osts);

        ScaledClimate climate = ScaledClimate.of(run, runs(80, exponent, 0.2, random), MIN_RUNS);

        double usual = UsualPerformance.of(climate.runs().stream()
                        .mapToDouble(PastRun::performance)
                        .toArray())
                .bytesPerSecond();
        assertThat(climate.isScaled()).isTrue();
        assertThat(climate.osts()).isEqualTo(osts);
        assertThat(usual / (1e9 * Math.pow(osts, exponent))).isCloseTo(1, within(0.15));
        assertThat(climate.gain()).isCloseTo(Math.pow(climate.usualOsts() / osts, exponent), within(0.35));
    }

    @Property(tries = 50)
    void shouldNeverSayThatMoreOstsAreSlowerOrGiveMoreThanTheirBandwidth(
            @ForAll @DoubleRange(min = -2, max = 3) double exponent, @ForAll long seed) {
        ScaledClimate climate =
                ScaledClimate.of(run(1000, 1e9, 1.0), runs(60, exponent, 0, new Random(seed)), MIN_RUNS);

        if (climate.isScaled()) {
            assertThat(climate.gain()).isBetween(1.0, climate.usualOsts());
        } else {
            assertThat(climate.gain()).isEqualTo(1);
        }
    }

    @Test
    void shouldCompareOnlyWithRunsWhoseOstsAreKnown() {
        List<PastRun> earlier = new ArrayList<>(runs(40, 1, 0, new Random(1)));
        earlier.add(7, run(100, 5e9, null));

        List<PastRun> compared =
                ScaledClimate.of(run(1000, 1e9, 2.0), earlier, MIN_RUNS).runs();

        assertThat(compared).hasSize(40).extracting(PastRun::identity).doesNotContain("run100");
        assertThat(compared).allSatisfy(other -> assertThat(other.performance()).isCloseTo(2e9, within(0.3e9)));
    }

    @Test
    void shouldTakeTheOstsOfJobStatisticsWhereTheLogNamesNone() {
        PastRun counted = PastRun.of("counted", 1000, 1e9, true, Map.of(WeatherMetric.JOB_STATISTICS_OSTS, 4.0));
        PastRun both = PastRun.of(
                "both", 1000, 1e9, true, Map.of(WeatherMetric.JOB_OSTS, 2.0, WeatherMetric.JOB_STATISTICS_OSTS, 4.0));
        List<PastRun> earlier = runs(40, 1, 0, new Random(2));

        assertThat(ScaledClimate.of(counted, earlier, MIN_RUNS).osts()).isEqualTo(4);
        assertThat(ScaledClimate.of(both, earlier, MIN_RUNS).osts()).isEqualTo(2);
    }

    @Test
    void shouldLeaveRunsAsTheyAreWhereTheOstsSayNothing() {
        Random random = new Random(3);
        List<PastRun> varied = runs(40, 1, 0, random);
        List<PastRun> alike = varied.stream()
                .map(run -> run(1, run.performance(), 47.0 + random.nextInt(2)))
                .toList();

        assertUnscaled(varied, run(1000, 1e9, null));
        assertUnscaled(varied, run(1000, 1e9, 0.0));
        assertUnscaled(varied.subList(0, 9), run(1000, 1e9, 2.0));
        assertUnscaled(alike, run(1000, 1e9, 2.0));
        assertUnscaled(List.of(), run(1000, 1e9, 2.0));
    }

    private static void assertUnscaled(List<PastRun> earlier, PastRun run) {
        ScaledClimate climate = ScaledClimate.of(run, earlier, MIN_RUNS);

        assertThat(climate.isScaled()).isFalse();
        assertThat(climate.runs()).isEqualTo(earlier);
        assertThat(climate.gain()).isEqualTo(1);
    }
}
