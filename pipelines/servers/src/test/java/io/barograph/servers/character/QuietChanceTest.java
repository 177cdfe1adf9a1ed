package io.barograph.servers.character;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.barograph.schemas.metrics.Median;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class QuietChanceTest {
    private static QuietChance of(double[] rates, int... horizons) {
        QuietChance chance = new QuietChance(horizons);
        for (double rate : rates) {
            chance.observe(rate, 1);
        }
        return chance;
    }

    @Test
    void shouldCountTheBusyMinutesThatQuietFollows() {
        // busy at 0, 1, 2 and 4; the next two are known for 0, 1, 2 and 4
        QuietChance chance = of(new double[] {5, 5, 5, 0, 5, 5, 5}, 1, 2);
        assertThat(chance.busyValues(0)).isEqualTo(5);
        assertThat(chance.chance(0)).hasValue(1.0 / 5);
        assertThat(chance.busyValues(1)).isEqualTo(4);
        assertThat(chance.chance(1)).hasValue(2.0 / 4);
    }

    @Test
    void shouldKnowNoChanceWhereItWasNeverBusy() {
        assertThat(of(new double[] {0, 0, 0}, 1).chance(0)).isEmpty();
        assertThat(of(new double[] {5}, 1).chance(0)).isEmpty();
    }

    @Test
    void shouldTakeTheThresholdItselfAsBusy() {
        assertThat(of(new double[] {1, 0}, 1).chance(0)).hasValue(1);
    }

    @Test
    void shouldNotLookAcrossAGap() {
        assertThat(of(new double[] {5, Double.NaN, 0}, 1, 2).busyValues(0)).isZero();
        assertThat(of(new double[] {5, 0, Double.NaN, 0}, 1, 2).busyValues(1))
                .as("two minutes on is not known, so quiet after one says nothing of them")
                .isZero();
        assertThat(of(new double[] {5, 0, Double.NaN, 0}, 1, 2).chance(0)).hasValue(1);
    }

    /** For independent minutes that are busy with chance p, quiet comes within h minutes with 1 - p^h. */
    @Test
    void shouldApproachTheChanceOfIndependentMinutes() {
        Random random = new Random(2);
        QuietChance chance = new QuietChance(2, 10, 60);
        for (int minute = 0; minute < 400_000; minute++) {
            chance.observe(random.nextDouble() < 0.9 ? 2 : 0, 1);
        }
        assertThat(chance.chance(0).orElseThrow()).isCloseTo(1 - Math.pow(0.9, 2), within(0.01));
        assertThat(chance.chance(1).orElseThrow()).isCloseTo(1 - Math.pow(0.9, 10), within(0.01));
        assertThat(chance.chance(2).orElseThrow()).isCloseTo(1 - Math.pow(0.9, 60), within(0.01));
    }

    @Property(tries = 200)
    void shouldEqualTheDefinition(@ForAll Random random, @ForAll @IntRange(min = 1, max = 300) int length) {
        double[] rates = new double[length];
        double level = 1;
        for (int i = 0; i < length; i++) {
            level = random.nextInt(10) == 0 ? random.nextDouble() * 2 : level;
            rates[i] = random.nextInt(60) == 0 ? Double.NaN : level;
        }
        int[] horizons = {2, 10, 60};
        QuietChance chance = new QuietChance(horizons);
        double threshold = Median.of(rates);
        for (int i = 0; i < length; i++) {
            chance.observe(rates[i], threshold);
        }
        for (int h = 0; h < horizons.length; h++) {
            long busy = 0;
            long quiet = 0;
            for (int i = 0; i + horizons[h] < length; i++) {
                boolean known = true;
                boolean follows = false;
                for (int next = i + 1; next <= i + horizons[h]; next++) {
                    known &= !Double.isNaN(rates[next]);
                    follows |= rates[next] < threshold;
                }
                if (rates[i] >= threshold && known) {
                    busy++;
                    quiet += follows ? 1 : 0;
                }
            }
            assertThat(chance.busyValues(h)).isEqualTo(busy);
            if (busy > 0) {
                assertThat(chance.chance(h)).hasValue((double) quiet / busy);
            }
        }
    }

    @Test
    void shouldRefuseHorizonsThatAreNone() {
        assertThatThrownBy(() -> new QuietChance()).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new QuietChance(2, 0)).isInstanceOf(IllegalArgumentException.class);
    }
}
