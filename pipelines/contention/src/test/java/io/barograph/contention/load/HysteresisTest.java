package io.barograph.contention.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.barograph.contention.load.Hysteresis.Change;
import io.barograph.servers.rates.StateBytes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HysteresisTest {
    private static final HysteresisLevel HARM = new HysteresisLevel(2, 1.5, 3, 2, Duration.ofSeconds(30));

    /** One letter per change: o opened, c closed, - none; values every 5 s, ? is unknown. */
    @ParameterizedTest
    @CsvSource({
        "2 2 2, --o",
        "2 2 1 2 2 2, -----o",
        "2 ? 2 ? 2, ----o",
        "2 2 2 1.9 1.6 1.5 1.5, --o----",
        "2 2 2 1.4 1.4, --o-c",
        "2 2 2 1.4 1.5 1.4 1.4, --o---c",
        "2 2 2 1.4 ? 1.4, --o--c",
        "2 2 2 1 1 2 2 1 2 2 2, --o-c-----o",
        "? ? ?, ---"
    })
    void shouldBeginAndEndByLevel(String values, String changes) {
        Hysteresis harm = new Hysteresis(HARM);
        StringBuilder actual = new StringBuilder();
        long time = 0;
        for (String value : values.split(" ", -1)) {
            time += 5_000;
            Change change = harm.observe(time, value.equals("?") ? Double.NaN : Double.parseDouble(value));
            actual.append(change == Change.OPENED ? 'o' : change == Change.CLOSED ? 'c' : '-');
            assertThat(harm.isOpen()).isEqualTo(actual.lastIndexOf("o") > actual.lastIndexOf("c"));
        }
        assertThat(actual).hasToString(changes);
    }

    @Test
    void shouldTellTheFirstOfTheRunningValues() {
        Hysteresis harm = new Hysteresis(HARM);
        double[] values = {2, 1, 2, 2, 3, 1, 2, 1, 1};
        for (int i = 0; i < values.length; i++) {
            harm.observe(i * 5_000L, values[i]);
            if (i == 4) {
                assertThat(harm.changedSince()).isEqualTo(10_000);
            }
        }
        assertThat(harm.isOpen()).isFalse();
        assertThat(harm.changedSince()).isEqualTo(35_000);
    }

    @Test
    void shouldNotRunAcrossALongGap() {
        Hysteresis harm = new Hysteresis(HARM);
        harm.observe(0, 5);
        harm.observe(5_000, 5);
        assertThat(harm.observe(35_001, 5)).isEqualTo(Change.NONE);
        assertThat(harm.observe(40_000, 5)).isEqualTo(Change.NONE);
        assertThat(harm.observe(45_000, 5)).isEqualTo(Change.OPENED);
        assertThat(harm.changedSince()).isEqualTo(35_001);
        assertThat(harm.observe(1_000_000, 1)).isEqualTo(Change.NONE);
        assertThat(harm.isOpen()).as("it is not over because nothing was said").isTrue();
    }

    @Test
    void shouldRefuseALevelToCloseAboveTheOneToOpen() {
        assertThatThrownBy(() -> new HysteresisLevel(2, 2.1, 1, 1, Duration.ofSeconds(1)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new HysteresisLevel(2, 1, 0, 1, Duration.ofSeconds(1)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new HysteresisLevel(2, 1, 1, 1, Duration.ZERO))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Property(tries = 500)
    void shouldNeverFlapOnANoisyEdge(
            @ForAll Random random,
            @ForAll @IntRange(min = 1, max = 4) int openAfter,
            @ForAll @IntRange(min = 1, max = 4) int closeAfter,
            @ForAll @DoubleRange(min = 0, max = 2) double noise) {
        Hysteresis harm = new Hysteresis(new HysteresisLevel(2, 1.5, openAfter, closeAfter, Duration.ofMinutes(1)));
        Hysteresis withUnknown = new Hysteresis(harm.level());
        List<Double> sinceChange = new ArrayList<>();
        int changes = 0;
        int closeCrossings = 0;
        int openCrossings = 0;
        boolean wasBelow = false;
        boolean wasAbove = false;
        for (int i = 0; i < 400; i++) {
            // an edge that rises slowly, stays near the level and falls
            double value =
                    Math.max(0, 1 + Math.min(1, Math.min(i, 400 - i) / 150.0) + noise * (random.nextDouble() - 0.5));
            Change change = harm.observe(i * 5_000L, value);
            while (random.nextInt(5) == 0) {
                assertThat(withUnknown.observe(i * 5_000L, Double.NaN)).isEqualTo(Change.NONE);
                withUnknown = StateBytes.roundTrip(withUnknown, Hysteresis::writeTo, Hysteresis::readFrom);
            }
            assertThat(withUnknown.observe(i * 5_000L, value)).isEqualTo(change);
            sinceChange.add(value);
            openCrossings += value >= 2 && !wasAbove ? 1 : 0;
            closeCrossings += value < 1.5 && !wasBelow ? 1 : 0;
            wasAbove = value >= 2;
            wasBelow = value < 1.5;
            if (change != Change.NONE) {
                int needed = change == Change.OPENED ? openAfter : closeAfter;
                assertThat(sinceChange.size()).isGreaterThanOrEqualTo(needed);
                assertThat(sinceChange.subList(sinceChange.size() - needed, sinceChange.size()))
                        .allMatch(v -> change == Change.OPENED ? v >= 2 : v < 1.5);
                sinceChange.clear();
                changes++;
            }
        }
        assertThat(changes).isLessThanOrEqualTo(2 * Math.min(openCrossings, closeCrossings) + 1);
        if (noise < 0.5) {
            // 2 is only reached on the plateau, where the noise stays above 1.5
            assertThat(changes).isLessThanOrEqualTo(2);
        }
    }
}
