package io.barograph.verdicts.climate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class UsualPerformanceTest {
    private static double[] noise(int runs, double sigma, double badPart, long seed) {
        Random random = new Random(seed);
        double[] performances = new double[runs];
        for (int i = 0; i < runs; i++) {
            boolean isBad = random.nextDouble() < badPart;
            performances[i] = 1e10 * Math.exp(sigma * random.nextGaussian() - (isBad ? 1 : 0));
        }
        return performances;
    }

    private static double median(List<Double> values) {
        List<Double> sorted = new ArrayList<>(values);
        Collections.sort(sorted);
        int size = sorted.size();
        return (sorted.get((size - 1) / 2) + sorted.get(size / 2)) / 2;
    }

    /** The rule, word by word. */
    @Property
    void shouldBeTheMedianOfTheHealthyPart(
            @ForAll @Size(min = 1, max = 60) List<@DoubleRange(min = 1e6, max = 1e12) Double> some) {
        double[] performances = some.stream().mapToDouble(Double::doubleValue).toArray();
        UsualPerformance usual = UsualPerformance.of(performances);
        List<Double> logs = some.stream().map(Math::log).toList();
        double limit = some.size() < 20 ? 4.5 : 3.5;
        double m = median(logs);
        double u = deviation(logs, m);
        double lowest = m - limit * u;
        List<Double> healthy = logs.stream().filter(log -> log >= lowest).toList();

        assertThat(usual.healthy()).isEqualTo(healthy.size());
        assertThat(usual.logMedian()).isCloseTo(median(healthy), within(1e-12));
        assertThat(usual.deviation()).isCloseTo(deviation(healthy, median(healthy)), within(1e-12));
        assertThat(usual.robustZ(usual.bytesPerSecond())).isCloseTo(0, within(1e-9));
    }

    private static double deviation(List<Double> logs, double m) {
        List<Double> above =
                logs.stream().filter(log -> log > m).map(log -> log - m).toList();
        return Math.max(0.03, above.isEmpty() ? 0 : 1.4826 * median(above));
    }

    @Property(tries = 50)
    void shouldNotDependOnTheOrderOfTheRuns(@ForAll @IntRange(min = 1, max = 80) int runs, @ForAll long seed) {
        double[] performances = noise(runs, 0.2, 0.2, seed);
        List<Double> shuffled =
                new ArrayList<>(Arrays.stream(performances).boxed().toList());
        Collections.shuffle(shuffled, new Random(seed));

        assertThat(UsualPerformance.of(
                        shuffled.stream().mapToDouble(Double::doubleValue).toArray()))
                .isEqualTo(UsualPerformance.of(performances));
    }

    @Test
    void shouldFindTheNextBadRunInAClimateOfWhichAThirdIsBad() {
        double[] climate = noise(60, 0.1, 0.33, 7);
        RunPerformance bad = RunPerformance.in(1e10 * Math.exp(-1), climate, Double.NaN, 10);
        RunPerformance fine = RunPerformance.in(0.9e10, climate, Double.NaN, 10);

        assertThat(bad.usual()).isCloseTo(1e10, within(0.05e10));
        assertThat(bad.anomalous()).isTrue();
        assertThat(bad.percentile()).as("a rule by percentiles would miss it").isGreaterThan(5);
        assertThat(fine.anomalous()).isFalse();
    }

    @Test
    void shouldFlagFewOfRunsThatVaryByChance() {
        int flagged = 0;
        for (int seed = 0; seed < 2_000; seed++) {
            double[] runs = noise(51, 0.1, 0, seed);
            if (RunPerformance.in(runs[50], Arrays.copyOf(runs, 50), Double.NaN, 10)
                    .anomalous()) {
                flagged++;
            }
        }
        assertThat(flagged).isLessThanOrEqualTo(6);
    }

    @Test
    void shouldAskForAQuarterBelowUsualHoweverAlikeTheRunsAre() {
        double[] same = new double[30];
        Arrays.fill(same, 1e9);

        assertThat(RunPerformance.in(0.76e9, same, Double.NaN, 10).anomalous()).isFalse();
        assertThat(RunPerformance.in(0.7499e9, same, Double.NaN, 10).anomalous())
                .isTrue();
        assertThat(RunPerformance.in(1e9 / 0.7499, same, Double.NaN, 10).unusuallyGood())
                .isTrue();
        assertThat(RunPerformance.in(1e9 / 0.76, same, Double.NaN, 10).unusuallyGood())
                .isFalse();
    }

    @Test
    void shouldRefuseAClimateWithoutRuns() {
        assertThatThrownBy(() -> UsualPerformance.of(new double[0])).isInstanceOf(IllegalArgumentException.class);
    }
}
