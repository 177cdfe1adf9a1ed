package io.barograph.servers.character;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class SpectrogramTest {
    private static final long START = 1_518_134_400_000L;
    private static final Duration FIVE_SECONDS = Duration.ofSeconds(5);

    private static Spectrogram byDefault() {
        return new Spectrogram(Spectrogram.DEFAULT_WINDOW, Spectrogram.DEFAULT_HOP, FIVE_SECONDS);
    }

    private static double[] noise(int length) {
        Random random = new Random(9);
        return random.doubles(length).map(v -> -1e9 * Math.log(1 - v)).toArray();
    }

    private static int strongest(double[] power) {
        int strongest = 0;
        for (int k = 0; k < power.length; k++) {
            strongest = power[k] > power[strongest] ? k : strongest;
        }
        return strongest;
    }

    @Test
    void shouldHaveARowEveryQuarterOfAnHourOfADay() {
        List<Spectrogram.Row> rows = byDefault().rows(START, noise(17_280));
        assertThat(rows).hasSize(93);
        assertThat(rows.get(1).from()).isEqualTo(START + 900_000);
        assertThat(rows.get(92).from()).isEqualTo(START + 23 * 3_600_000L);
        double[] periods = byDefault().periodsSeconds();
        assertThat(periods[0]).isEqualTo(3_600);
        assertThat(periods[5]).isEqualTo(600);
        assertThat(periods[359]).isEqualTo(10);
        assertThat(rows).allSatisfy(row -> assertThat(row.power()).hasSize(360));
    }

    @Test
    void shouldShowACheckpointEveryTenMinutesAsALineWhereTheJobRuns() {
        double[] rates = noise(17_280);
        double[] job = Simulated.checkpoints(17_280);
        int begin = 4 * 720;
        int end = 16 * 720;
        System.arraycopy(job, begin, rates, begin, end - begin);
        Spectrogram spectrogram = byDefault();
        double[] periods = spectrogram.periodsSeconds();
        int atTenMinutes = 5;
        int loudWithoutJob = 0;
        int withoutJob = 0;
        for (Spectrogram.Row row : spectrogram.rows(START, rates)) {
            int first = (int) ((row.from() - START) / 5_000);
            double[] power = row.power();
            double median = Arrays.stream(power)
                    .sorted()
                    .skip(power.length / 2)
                    .findFirst()
                    .orElseThrow();
            if (first >= begin && first + 720 <= end) {
                assertThat(periods[strongest(power)]).as("line at %d", first).isEqualTo(600.0);
                assertThat(power[atTenMinutes]).isGreaterThan(8 * median);
            } else if (first + 720 <= begin || first >= end) {
                withoutJob++;
                loudWithoutJob += power[atTenMinutes] > 8 * median ? 1 : 0;
            }
        }
        assertThat(withoutJob).isGreaterThan(30);
        assertThat(loudWithoutJob).isLessThan(withoutJob / 10);
    }

    @Property(tries = 40)
    void shouldAddUpToTheWeightedVariance(@ForAll Random random, @ForAll @IntRange(min = 4, max = 301) int length) {
        double[] rates = random.doubles(length).map(v -> v * 1e9).toArray();
        Spectrogram spectrogram = new Spectrogram(FIVE_SECONDS.multipliedBy(length), FIVE_SECONDS, FIVE_SECONDS);
        double[] power = spectrogram.rows(START, rates).get(0).power();

        double mean = 0;
        double weights = 0;
        double squaredWeights = 0;
        for (int i = 0; i < length; i++) {
            double w = Math.pow(Math.sin(Math.PI * i / length), 2);
            mean += w * rates[i];
            weights += w;
            squaredWeights += w * w;
        }
        mean /= weights;
        double variance = 0;
        for (int i = 0; i < length; i++) {
            double w = Math.pow(Math.sin(Math.PI * i / length), 2);
            variance += w * w * (rates[i] - mean) * (rates[i] - mean) / squaredWeights;
        }
        double distanceOfFrequencies = 1 / (5.0 * length);
        assertThat(Arrays.stream(power).sum() * distanceOfFrequencies).isCloseTo(variance, within(1e-9 * variance));
    }

    @Property(tries = 60)
    void shouldGiveAToneItsPowerAtItsPeriod(@ForAll @IntRange(min = 2, max = 350) int cycles, @ForAll Random random) {
        double phase = random.nextDouble() * 2 * Math.PI;
        double[] rates = new double[720];
        for (int i = 0; i < rates.length; i++) {
            rates[i] = 2e9 + 1e9 * Math.cos(2 * Math.PI * cycles * i / 720 + phase);
        }
        Spectrogram spectrogram = byDefault();
        double[] power = spectrogram.rows(START, rates).get(0).power();
        assertThat(spectrogram.periodsSeconds()[strongest(power)]).isEqualTo(3_600.0 / cycles);
        // a tone of amplitude A has the variance A^2 / 2, in three lines of a Hann window
        assertThat((power[cycles - 2] + power[cycles - 1] + power[cycles]) / 3_600)
                .isCloseTo(0.5e18, within(1e-3 * 0.5e18));
    }

    @Test
    void shouldBridgeAShortGapAndLeaveALongOneUnknown() {
        double[] rates = Simulated.checkpoints(1_440);
        double[] gappy = rates.clone();
        Arrays.fill(gappy, 30, 60, Double.NaN);
        Spectrogram spectrogram = new Spectrogram(Duration.ofHours(1), Duration.ofHours(1), FIVE_SECONDS);
        List<Spectrogram.Row> rows = spectrogram.rows(START, gappy);
        assertThat(rows.get(0).missingFraction()).isEqualTo(30.0 / 720);
        assertThat(spectrogram.periodsSeconds()[strongest(rows.get(0).power())]).isEqualTo(600);
        assertThat(rows.get(1).power())
                .isEqualTo(spectrogram.rows(START, rates).get(1).power());

        Arrays.fill(gappy, 30, 30 + 73, Double.NaN);
        assertThat(spectrogram.rows(START, gappy).get(0).power()).isEmpty();
        assertThat(spectrogram.rows(START, gappy).get(0).missingFraction()).isEqualTo(73.0 / 720);
    }

    @Test
    void shouldInterpolateOnAStraightLineAndHoldTheEnds() {
        double[] ramp = new double[40];
        for (int i = 0; i < ramp.length; i++) {
            ramp[i] = Math.max(1, Math.min(38, i)) * 1e6;
        }
        double[] gappy = ramp.clone();
        for (int i : new int[] {0, 10, 11, 39}) {
            gappy[i] = Double.NaN;
        }
        Spectrogram spectrogram = new Spectrogram(Duration.ofSeconds(200), Duration.ofSeconds(200), FIVE_SECONDS);
        double[] expected = spectrogram.rows(START, ramp).get(0).power();
        double[] power = spectrogram.rows(START, gappy).get(0).power();
        for (int k = 0; k < expected.length; k++) {
            assertThat(power[k]).isCloseTo(expected[k], within(1e-9 * expected[0]));
        }
    }

    @Test
    void shouldRefuseAWindowTooShortToTell() {
        assertThatThrownBy(() -> new Spectrogram(Duration.ofSeconds(15), Duration.ofSeconds(5), FIVE_SECONDS))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Spectrogram(Duration.ofHours(1), Duration.ofSeconds(1), FIVE_SECONDS))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
