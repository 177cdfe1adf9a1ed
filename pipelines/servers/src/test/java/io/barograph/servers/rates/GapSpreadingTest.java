package io.barograph.servers.rates;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.barograph.servers.counters.CounterIncrement;
import io.barograph.servers.counters.QuantityAmounts;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class GapSpreadingTest {
    private static final long INTERVAL = 5_000;
    private static final long START = 1_518_163_200_000L;

    private final GapSpreading spreading = new GapSpreading(INTERVAL);

    private List<IntervalIncrement> parts(CounterIncrement increment) {
        List<IntervalIncrement> parts = new ArrayList<>();
        spreading.spread(increment, parts::add);
        return parts;
    }

    private static CounterIncrement increment(long from, long to, long read, long write, int sign) {
        return increment(from, to, QuantityAmounts.ofBytes(read, write), sign, Set.of(), Set.of());
    }

    private static CounterIncrement increment(
            long from, long to, QuantityAmounts moved, int sign, Set<String> restarted, Set<String> atFault) {
        return new CounterIncrement(from, to, CounterIncrement.IN_TIME, moved, sign, restarted, atFault);
    }

    @Test
    void shouldGiveAnIncrementOfOneIntervalToItsLabel() {
        assertThat(parts(increment(START, START + INTERVAL, 7, 8, 1)))
                .containsExactly(
                        new IntervalIncrement(START + INTERVAL, QuantityAmounts.ofBytes(7, 8), 1, true, false, false));
    }

    @Test
    void shouldSpreadAGapEvenlyAndMarkWhatWasNotSampled() {
        assertThat(parts(increment(START, START + 3 * INTERVAL, 30, 10, 1)))
                .containsExactly(
                        new IntervalIncrement(START + INTERVAL, QuantityAmounts.ofBytes(10, 3), 1, false, true, false),
                        new IntervalIncrement(
                                START + 2 * INTERVAL, QuantityAmounts.ofBytes(10, 3), 1, false, true, false),
                        new IntervalIncrement(
                                START + 3 * INTERVAL, QuantityAmounts.ofBytes(10, 4), 1, true, true, false));
    }

    @Test
    void shouldMarkTheRestartWhereTheSampleSaysSo() {
        List<IntervalIncrement> parts = parts(increment(
                START, START + 2 * INTERVAL, QuantityAmounts.ofBytes(2, 2), 1, Set.of("readBytes"), Set.of()));
        assertThat(parts).extracting(IntervalIncrement::restarted).containsExactly(false, true);
    }

    @Test
    void shouldForgiveACollectorThatPollsALittleEarlyOrLate() {
        assertThat(spreading.label(START + 2_499)).isEqualTo(START);
        assertThat(spreading.label(START + 2_500)).isEqualTo(START + INTERVAL);
        assertThat(parts(increment(START + 200, START + INTERVAL - 900, 1, 1, 1)))
                .extracting(IntervalIncrement::label)
                .containsExactly(START + INTERVAL);
    }

    @Test
    void shouldGiveAllToTheLabelThatTwoSamplesShare() {
        assertThat(parts(increment(START - 1_000, START + 1_000, 9, 9, 1)))
                .containsExactly(new IntervalIncrement(START, QuantityAmounts.ofBytes(9, 9), 1, true, false, false));
    }

    @Test
    void shouldLeaveUnknownWhatIsUnknown() {
        CounterIncrement increment =
                increment(START, START + 2 * INTERVAL, QuantityAmounts.of(Map.of("open", 5L)), 1, Set.of(), Set.of());
        assertThat(parts(increment)).allSatisfy(part -> {
            assertThat(part.moved().knows("open")).isTrue();
            assertThat(part.moved().knows(QuantityAmounts.READ_BYTES)).isFalse();
        });
    }

    @Test
    void shouldRefuseAnIntervalThatIsNone() {
        assertThatThrownBy(() -> new GapSpreading(0)).isInstanceOf(IllegalArgumentException.class);
    }

    @Property(tries = 500)
    void shouldLoseNoByteAndStayWithinOneOfTheEvenShare(
            @ForAll @LongRange(min = 0, max = Long.MAX_VALUE / 2) long read,
            @ForAll @IntRange(min = 1, max = 2_000) int intervals) {
        long sum = 0;
        List<IntervalIncrement> parts = parts(increment(START, START + intervals * INTERVAL, read, 0, 1));
        assertThat(parts).hasSize(intervals);
        for (IntervalIncrement part : parts) {
            long share = part.moved().get(QuantityAmounts.READ_BYTES);
            assertThat(share).isBetween(read / intervals, read / intervals + 1);
            sum += share;
        }
        assertThat(sum).isEqualTo(read);
        assertThat(parts.stream().filter(IntervalIncrement::sampled)).hasSize(1);
        int firstHalf = intervals / 2;
        long half = parts.subList(0, firstHalf).stream()
                .mapToLong(part -> part.moved().get(QuantityAmounts.READ_BYTES))
                .sum();
        double even = (double) read / intervals * firstHalf;
        assertThat((double) half).isCloseTo(even, within(1 + 1e-12 * even));
    }

    @Property(tries = 200)
    void shouldTakeBackExactlyWhatItGave(
            @ForAll @LongRange(min = 0, max = 1_000_000_000_000L) long read,
            @ForAll @IntRange(min = 1, max = 50) int intervals) {
        List<IntervalIncrement> given = parts(increment(START, START + intervals * INTERVAL, read, 3, 1));
        List<IntervalIncrement> taken = parts(increment(START, START + intervals * INTERVAL, read, 3, -1));
        assertThat(taken)
                .isEqualTo(given.stream()
                        .map(part -> new IntervalIncrement(
                                part.label(), part.moved(), -1, part.sampled(), part.filled(), part.restarted()))
                        .toList());
    }

    @Test
    void shouldNotSpreadAGapOfAYear() {
        long year = 365 * 86_400_000L;
        List<IntervalIncrement> parts =
                parts(increment(START, START + year, QuantityAmounts.NONE, 1, Set.of(), Set.of()));
        assertThat(parts)
                .containsExactly(new IntervalIncrement(START + year, QuantityAmounts.NONE, 1, false, false, false));
    }
}
