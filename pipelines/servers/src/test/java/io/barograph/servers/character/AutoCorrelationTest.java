package io.barograph.servers.character;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class AutoCorrelationTest {
    /** The definition, pair by pair. */
    private static double direct(double[] x, int k) {
        double mean = Arrays.stream(x).filter(v -> !Double.isNaN(v)).average().orElseThrow();
        double lagged = 0;
        double squares = 0;
        int pairs = 0;
        int known = 0;
        for (int i = 0; i < x.length; i++) {
            if (!Double.isNaN(x[i])) {
                squares += (x[i] - mean) * (x[i] - mean);
                known++;
                if (i + k < x.length && !Double.isNaN(x[i + k])) {
                    lagged += (x[i] - mean) * (x[i + k] - mean);
                    pairs++;
                }
            }
        }
        return lagged / pairs * (x.length - k) / (squares / known * x.length);
    }

    private static double[] bursts(Random random, int length) {
        double[] values = new double[length];
        double burst = 0;
        for (int i = 0; i < length; i++) {
            burst = random.nextInt(50) == 0 ? 5e10 * random.nextDouble() : burst * 0.9;
            values[i] = burst + 1e8 * Math.exp(random.nextGaussian());
        }
        return values;
    }

    @Property(tries = 30)
    void shouldAgreeWithTheDirectSum(@ForAll Random random, @ForAll @IntRange(min = 2, max = 3_000) int length) {
        double[] values = bursts(random, length);
        double[] coefficients = AutoCorrelation.of(values, length).coefficients();
        assertThat(coefficients).hasSize(length);
        for (int k = 0; k < length; k++) {
            assertThat(coefficients[k]).as("lag %d", k).isCloseTo(direct(values, k), within(1e-12));
        }
    }

    @Test
    void shouldAgreeWithTheDirectSumOverTwoDays() {
        double[] values = bursts(new Random(11), 34_560);
        double[] coefficients = AutoCorrelation.of(values, 17_280).coefficients();
        assertThat(coefficients).hasSize(17_281);
        for (int k = 0; k <= 17_280; k += 320) {
            assertThat(coefficients[k]).as("lag %d", k).isCloseTo(direct(values, k), within(1e-12));
        }
    }

    @Property(tries = 30)
    void shouldLeaveMissingPairsOut(@ForAll Random random, @ForAll @IntRange(min = 100, max = 2_000) int length) {
        double[] values = bursts(random, length);
        for (int gap = 0; gap < length / 50; gap++) {
            values[random.nextInt(length)] = Double.NaN;
        }
        double[] coefficients = AutoCorrelation.of(values, length / 2).coefficients();
        for (int k = 0; k < coefficients.length; k++) {
            assertThat(coefficients[k]).as("lag %d", k).isCloseTo(direct(values, k), within(1e-11));
        }
    }

    @Test
    void shouldNotBeDrawnTowardsZeroByMissingValues() {
        Random random = new Random(3);
        double[] complete = new double[10_000];
        for (int i = 1; i < complete.length; i++) {
            complete[i] = 0.98 * complete[i - 1] + random.nextGaussian();
        }
        double[] gappy = complete.clone();
        double[] zeroed = complete.clone();
        for (int i = 0; i < gappy.length; i++) {
            if (random.nextInt(3) == 0) {
                gappy[i] = Double.NaN;
                zeroed[i] = 0;
            }
        }
        double expected = AutoCorrelation.of(complete, 10).coefficients()[10];
        assertThat(AutoCorrelation.of(gappy, 10).coefficients()[10]).isCloseTo(expected, within(0.02));
        assertThat(AutoCorrelation.of(zeroed, 10).coefficients()[10]).isLessThan(expected - 0.2);
    }

    @Property(tries = 50)
    void shouldPeakAtThePeriodOfATone(@ForAll @IntRange(min = 8, max = 300) int period, @ForAll Random random) {
        double[] tone = new double[period * 20];
        for (int i = 0; i < tone.length; i++) {
            tone[i] = 1e9 + 5e8 * Math.cos(2 * Math.PI * i / period) + 1e7 * random.nextGaussian();
        }
        AutoCorrelation correlation = AutoCorrelation.of(tone, period * 3 / 2);
        double[] coefficients = correlation.coefficients();
        int peak = period / 2;
        for (int k = period / 2; k < coefficients.length; k++) {
            peak = coefficients[k] > coefficients[peak] ? k : peak;
        }
        // the taper of the sum pulls the flat top of a long period a little to the left
        assertThat(peak).isBetween(period - 1 - period / 50, period + period / 50);
        assertThat(correlation.firstLagBelow(0.5).orElseThrow()).isBetween(period / 6 - 1, period / 6 + 2);
        assertThat(correlation.firstLagBelow(0.2).orElseThrow())
                .isGreaterThanOrEqualTo(correlation.firstLagBelow(0.5).orElseThrow());
    }

    @Test
    void shouldFindACheckpointEveryTenMinutes() {
        double[] coefficients =
                AutoCorrelation.of(Simulated.checkpoints(17_280), 200).coefficients();
        int peak = 60;
        for (int k = 60; k <= 180; k++) {
            peak = coefficients[k] > coefficients[peak] ? k : peak;
        }
        assertThat(peak).as("120 intervals of 5 s").isEqualTo(120);
    }

    @Test
    void shouldKnowNothingOfASeriesThatDoesNotChange() {
        AutoCorrelation constant = AutoCorrelation.of(new double[] {7, 7, Double.NaN, 7}, 2);
        assertThat(constant.coefficients()).hasSize(3).containsOnly(Double.NaN);
        assertThat(constant.firstLagBelow(0.5)).isEmpty();
        assertThat(AutoCorrelation.of(new double[] {}, 5).coefficients()).containsOnly(Double.NaN);
    }

    @Test
    void shouldKnowNothingOfALagWithoutPairs() {
        double[] coefficients = AutoCorrelation.of(new double[] {1, Double.NaN, 2, Double.NaN, 4}, 4)
                .coefficients();
        assertThat(coefficients[1]).isNaN();
        assertThat(coefficients[3]).isNaN();
        assertThat(coefficients[2]).isNotNaN();
    }

    @Test
    void shouldRefuseANegativeLag() {
        assertThatThrownBy(() -> AutoCorrelation.of(new double[] {1, 2}, -1))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
