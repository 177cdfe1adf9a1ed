package io.barograph.contention.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.barograph.contention.Definition;
import io.barograph.servers.rates.StateBytes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class TransientRecogniserTest {
    private static final long INTERVAL = 5_000;
    private static final long FIRST = 1_518_163_205_000L;
    private static final double THRESHOLD = 1e9;

    private static HannKernel kernel(int half) {
        return new HannKernel(Duration.ofMillis(2L * half * INTERVAL), Duration.ofMillis(INTERVAL));
    }

    private static long label(int i) {
        return FIRST + i * INTERVAL;
    }

    /** Feeds rates and leaves out the labels of those that are NaN. */
    private static Found stream(TransientRecogniser recogniser, double... rates) {
        Found found = new Found();
        for (int i = 0; i < rates.length; i++) {
            if (!Double.isNaN(rates[i])) {
                recogniser.add(label(i), rates[i], THRESHOLD, found);
            }
        }
        return found;
    }

    private static double[] block(int length, int from, int to, double rate) {
        double[] rates = new double[length];
        Arrays.fill(rates, from, to, rate);
        return rates;
    }

    @Test
    void shouldBoundABurstByTheReachOfTheKernel() {
        List<LoadTransient> found = Found.inSeries(kernel(6), THRESHOLD, FIRST, block(100, 50, 51, 2e10));
        assertThat(found).hasSize(1);
        LoadTransient event = found.get(0);
        // 13 taps reach 6 intervals on either side; the rate is zero one further
        assertThat(event.start()).isEqualTo(label(50 - 7) - INTERVAL);
        assertThat(event.peak()).isEqualTo(label(50));
        assertThat(event.end()).isEqualTo(label(50 + 7));
        assertThat(event.peakPerSecond()).as("the middle tap is 1/7 of all").isCloseTo(2e10 / 7, within(1.0));
        assertThat(event.amount()).isEqualTo(2e10 * 5);
        assertThat(event.intervals()).isEqualTo(15);
        assertThat(event.cutAtStart()).isFalse();
        assertThat(event.cutAtEnd()).isFalse();
        assertThat(Found.hasTurningPoint(event)).isTrue();
    }

    @Test
    void shouldOpenAsSoonAsTheThresholdIsCertainToBePassed() {
        Found found = stream(new TransientRecogniser(kernel(60)), block(300, 100, 300, 4e9));
        assertThat(found.closed).isEmpty();
        assertThat(found.opened).hasSize(1);
        OpenTransient opened = found.opened.get(0);
        assertThat(opened.threshold()).isEqualTo(THRESHOLD);
        // 16 of the 61 full weights are more than a quarter
        assertThat(opened.openedAt()).isEqualTo(label(115));
        assertThat(opened.onset()).isBetween(label(100), label(115));
        assertThat(opened.peakPerSecond()).isBetween(THRESHOLD, 4e9);
        assertThat(opened.amount()).isCloseTo(16 * 4e9 * 5, within(1.0));
    }

    @Test
    void shouldCloseHalfAWindowBehindTheEnd() {
        double[] rates = block(200, 50, 60, 4e9);
        TransientRecogniser recogniser = new TransientRecogniser(kernel(6));
        Found found = stream(recogniser, Arrays.copyOf(rates, 50 + 10 + 6 + 1 + 6));
        assertThat(found.closed).isEmpty();
        assertThat(recogniser.open().orElseThrow().amount()).isCloseTo(10 * 4e9 * 5, within(1.0));
        recogniser.add(label(73), 0, THRESHOLD, found);
        assertThat(found.closed).hasSize(1);
        assertThat(found.closed.get(0).end()).isEqualTo(label(66));
        assertThat(found.closed.get(0).onset()).isEqualTo(found.opened.get(0).onset());
        assertThat(recogniser.open()).isEmpty();
    }

    @Test
    void shouldSplitTwoPeaksAtTheMinimumBetweenThem() {
        double[] rates = block(200, 50, 60, 4e9);
        Arrays.fill(rates, 68, 78, 6e9);
        List<LoadTransient> found = Found.inSeries(kernel(6), THRESHOLD, FIRST, rates);
        assertThat(found).hasSize(2);
        assertThat(found.get(1).start()).isEqualTo(found.get(0).end() - INTERVAL);
        assertThat(found.get(1).onset()).isGreaterThan(found.get(0).end());
        assertThat(found.get(1).peakPerSecond()).isGreaterThan(found.get(0).peakPerSecond());
    }

    @Test
    void shouldTakeTheFirstIntervalOfAFlatTop() {
        List<LoadTransient> found = Found.inSeries(kernel(2), THRESHOLD, FIRST, block(60, 20, 40, 2e9));
        assertThat(found).hasSize(1);
        assertThat(found.get(0).peak()).isEqualTo(label(22));
        assertThat(found.get(0).peakPerSecond()).isCloseTo(2e9, within(1.0));
        assertThat(found.get(0).end()).isEqualTo(label(42));
    }

    @Test
    void shouldNotEndAtAStepAboveTheThreshold() {
        double[] rates = block(80, 20, 60, 2e9);
        Arrays.fill(rates, 30, 50, 4e9);
        List<LoadTransient> found = Found.inSeries(kernel(2), THRESHOLD, FIRST, rates);
        assertThat(found).hasSize(1);
        assertThat(found.get(0).start()).isEqualTo(label(17) - INTERVAL);
        assertThat(found.get(0).end()).isEqualTo(label(62));
        assertThat(found.get(0).amount()).isCloseTo((20 * 2e9 + 20 * 4e9) * 5, within(1.0));
    }

    @Test
    void shouldEndAtAStepBelowTheThreshold() {
        double[] rates = block(80, 20, 60, 5e8);
        Arrays.fill(rates, 30, 50, 4e9);
        List<LoadTransient> found = Found.inSeries(kernel(2), THRESHOLD, FIRST, rates);
        assertThat(found).hasSize(1);
        assertThat(found.get(0).start()).isEqualTo(label(27) - INTERVAL);
        assertThat(found.get(0).end()).isEqualTo(label(52));
    }

    @Test
    void shouldNotTakeALoadThatOnlyRisesForAPeak() {
        double[] rates = new double[60];
        for (int i = 0; i < rates.length; i++) {
            rates[i] = i * 1e8;
        }
        List<LoadTransient> found = Found.inSeries(kernel(6), THRESHOLD, FIRST, rates);
        assertThat(found).hasSize(1);
        assertThat(found.get(0).cutAtEnd()).isTrue();
        assertThat(Found.hasTurningPoint(found.get(0))).isFalse();
        for (int i = 0; i < rates.length; i++) {
            rates[i] = (60 - i) * 1e8;
        }
        found = Found.inSeries(kernel(6), THRESHOLD, FIRST, rates);
        assertThat(found).hasSize(1);
        assertThat(found.get(0).cutAtStart()).isTrue();
        assertThat(Found.hasTurningPoint(found.get(0))).isFalse();
    }

    @Test
    void shouldNeverCloseAnEventBecauseNothingMoreIsSaid() {
        TransientRecogniser recogniser = new TransientRecogniser(kernel(6));
        Found found = stream(recogniser, block(60, 20, 55, 4e9));
        assertThat(found.opened).hasSize(1);
        assertThat(found.closed).isEmpty();
        assertThat(recogniser.open()).isPresent();
    }

    @Test
    void shouldTakeASingleLostLabelFromItsNeighbours() {
        double[] rates = block(100, 50, 60, 4e9);
        rates[55] = Double.NaN;
        Found found = stream(new TransientRecogniser(kernel(6)), rates);
        assertThat(found.closed).hasSize(1);
        assertThat(found.closed.get(0).missing()).isEqualTo(1);
        assertThat(found.closed.get(0).amount()).isCloseTo(9 * 4e9 * 5, within(1.0));
        assertThat(found.smoothed.get(label(55))).as("not drawn towards zero").isGreaterThan(3.8e9);
    }

    @Test
    void shouldBridgeALostLabelWithTheNarrowestKernelToo() {
        double[] rates = block(40, 10, 30, 4e9);
        rates[20] = Double.NaN;
        assertThat(Found.inSeries(kernel(1), THRESHOLD, FIRST, rates)).hasSize(1);
    }

    @Test
    void shouldCutAnEventAtALongGapAndBeginAnew() {
        double[] rates = block(400, 50, 350, 4e9);
        Arrays.fill(rates, 100, 300, Double.NaN);
        Found found = stream(new TransientRecogniser(kernel(6)), rates);
        assertThat(found.opened).hasSize(2);
        assertThat(found.closed).hasSize(2);
        LoadTransient before = found.closed.get(0);
        LoadTransient after = found.closed.get(1);
        assertThat(before.cutAtEnd()).isTrue();
        assertThat(before.cutAtStart()).isFalse();
        assertThat(before.end()).isBetween(label(99), label(101));
        assertThat(after.cutAtStart()).isTrue();
        assertThat(after.cutAtEnd()).isFalse();
        assertThat(after.start() + INTERVAL).isBetween(label(298), label(300));
        assertThat(found.smoothed.values()).noneMatch(rate -> rate > 4e9 * (1 + 1e-9));
    }

    @Test
    void shouldKeepTheThresholdAnEventWasOpenedWith() {
        TransientRecogniser recogniser = new TransientRecogniser(kernel(6));
        Found found = stream(recogniser, block(60, 50, 60, 4e9));
        for (int i = 60; i < 100; i++) {
            recogniser.add(label(i), 0, 1e12, found);
        }
        assertThat(found.closed).hasSize(1);
        assertThat(found.closed.get(0).threshold()).isEqualTo(THRESHOLD);
        for (int i = 100; i < 200; i++) {
            recogniser.add(label(i), i < 120 ? 4e9 : 0, 1e12, found);
        }
        assertThat(found.opened).as("nothing above the new threshold").hasSize(1);
    }

    @Test
    void shouldRefuseLabelsOutOfOrderAndNegativeRates() {
        TransientRecogniser recogniser = new TransientRecogniser(kernel(6));
        Found found = stream(recogniser, 1, 2);
        assertThatThrownBy(() -> recogniser.add(label(1), 1, THRESHOLD, found))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(Long.toString(label(1)));
        assertThatThrownBy(() -> recogniser.add(label(2) + 1, 1, THRESHOLD, found))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> recogniser.add(label(2), -1, THRESHOLD, found))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> recogniser.add(label(2), 1, 0, found)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new HannKernel(Duration.ofSeconds(25), Duration.ofSeconds(5)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("even number");
    }

    /** Bursts, quiet, noise and gaps. */
    private static double[] rates(Random random, int length) {
        double[] rates = new double[length];
        double level = 0;
        boolean isNoisy = false;
        boolean isKnown = true;
        for (int i = 0; i < length; i++) {
            if (random.nextInt(20) == 0) {
                level = random.nextInt(3) == 0 ? 0 : Math.exp(random.nextDouble() * 6) * 3e7;
                isNoisy = random.nextBoolean();
            }
            isKnown = isKnown ? random.nextInt(60) != 0 : random.nextInt(8) == 0;
            rates[i] = isKnown ? level * (isNoisy ? random.nextDouble() * 2 : 1) : Double.NaN;
        }
        return rates;
    }

    @Property(tries = 400)
    void shouldFindTheSameInAStreamThatIsRestoredAnywhereAndInTheDefinition(
            @ForAll Random random,
            @ForAll @IntRange(min = 1, max = 600) int length,
            @ForAll @IntRange(min = 1, max = 20) int half) {
        double[] rates = rates(random, length);
        rates[length - 1] = 1e8;
        TransientRecogniser recogniser = new TransientRecogniser(kernel(half));
        Found found = new Found();
        for (int i = 0; i < length; i++) {
            if (random.nextInt(50) == 0) {
                recogniser =
                        StateBytes.roundTrip(recogniser, TransientRecogniser::writeTo, TransientRecogniser::readFrom);
            }
            if (!Double.isNaN(rates[i])) {
                recogniser.add(label(i), rates[i], THRESHOLD, found);
            } else if (random.nextBoolean()) {
                recogniser.add(label(i), Double.NaN, THRESHOLD, found);
            }
        }
        recogniser.endHistory(found);

        assertThat(found.closed).isEqualTo(Found.inSeries(kernel(half), THRESHOLD, FIRST, rates));
        List<Definition.Event> expected = Definition.events(kernel(half), THRESHOLD, rates);
        assertThat(found.closed).hasSize(expected.size());
        for (int i = 0; i < expected.size(); i++) {
            LoadTransient event = found.closed.get(i);
            Definition.Event definition = expected.get(i);
            assertThat(event.start()).isEqualTo(label(definition.start()) - INTERVAL);
            assertThat(event.peak()).isEqualTo(label(definition.peak()));
            assertThat(event.end()).isEqualTo(label(definition.end()));
            assertThat(event.peakPerSecond()).isCloseTo(definition.rate(), within(definition.rate() * 1e-9));
            assertThat(event.intervals()).isEqualTo(definition.end() - definition.start() + 1);
            assertThat(event.amount()).isCloseTo(definition.amount() * 5, within(1 + definition.amount() * 1e-9));
            assertThat(Found.hasTurningPoint(event)).isEqualTo(definition.hasTurningPoint());
        }
    }

    @Property(tries = 400)
    void shouldCloseWhatItOpensOnceAndTakeNothingBack(
            @ForAll Random random,
            @ForAll @IntRange(min = 1, max = 800) int length,
            @ForAll @IntRange(min = 1, max = 20) int half) {
        TransientRecogniser recogniser = new TransientRecogniser(kernel(half));
        Found found = stream(recogniser, rates(random, length));
        assertThat(found.opened.size() - found.closed.size())
                .isEqualTo(recogniser.open().isPresent() ? 1 : 0);
        recogniser.endHistory(found);
        assertThat(recogniser.open()).isEmpty();
        Set<Long> onsets = new HashSet<>();
        List<Long> openedOnsets = new ArrayList<>();
        for (OpenTransient opened : found.opened) {
            assertThat(onsets.add(opened.onset())).as("an onset of its own").isTrue();
            openedOnsets.add(opened.onset());
            assertThat(opened.openedAt()).isGreaterThanOrEqualTo(opened.onset());
            assertThat(opened.peakPerSecond()).isGreaterThanOrEqualTo(THRESHOLD);
        }
        assertThat(found.closed.stream().map(LoadTransient::onset)).containsExactlyInAnyOrderElementsOf(openedOnsets);
        long end = Long.MIN_VALUE;
        for (LoadTransient event : found.closed) {
            assertThat(event.onset()).isGreaterThan(event.start()).isLessThanOrEqualTo(event.end());
            assertThat(event.start()).isGreaterThanOrEqualTo(end == Long.MIN_VALUE ? end : end - INTERVAL);
            assertThat(event.peak()).isGreaterThan(event.start()).isLessThanOrEqualTo(event.end());
            assertThat(event.peakPerSecond()).isGreaterThan(THRESHOLD);
            end = event.end();
        }
    }

    @Property(tries = 100)
    void shouldFindTheSameWhenTimeRunsBackwards(@ForAll Random random, @ForAll @IntRange(min = 1, max = 12) int half) {
        double[] rates = new double[400];
        for (int i = 0; i < rates.length; i++) {
            rates[i] = Math.exp(random.nextGaussian() * 2) * 3e8;
        }
        double[] reversed = new double[rates.length];
        for (int i = 0; i < rates.length; i++) {
            reversed[rates.length - 1 - i] = rates[i];
        }
        List<LoadTransient> forwards = Found.inSeries(kernel(half), THRESHOLD, FIRST, rates);
        List<LoadTransient> backwards = Found.inSeries(kernel(half), THRESHOLD, FIRST, reversed);
        assertThat(backwards).hasSameSizeAs(forwards);
        long mirror = label(0) + label(rates.length - 1);
        for (int i = 0; i < forwards.size(); i++) {
            LoadTransient event = forwards.get(i);
            LoadTransient other = backwards.get(forwards.size() - 1 - i);
            assertThat(other.peak()).isEqualTo(mirror - event.peak());
            assertThat(other.start() + INTERVAL).isEqualTo(mirror - event.end());
            assertThat(other.end()).isEqualTo(mirror - event.start() - INTERVAL);
        }
    }
}
