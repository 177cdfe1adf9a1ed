package io.barograph.servers.counters;

import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.servers.history.HistoryPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CounterChainTest {
    private static final long START = 1_518_163_200_000L;

    private final InMemoryBlocks<SampleBlock> minutes = InMemoryBlocks.ofSamples();
    private final CounterChain chain = CounterChains.of(HistoryPolicy.DEFAULT, minutes);
    private final List<CounterIncrement> increments = new ArrayList<>();

    private CounterChain.Outcome insert(long second, long read, long write) {
        return insertLate(second, 0, read, write);
    }

    private CounterChain.Outcome insertLate(long second, long delay, long read, long write) {
        return chain.insert(
                CounterChains.sample(START + second * 1_000, START + (second + delay) * 1_000, read, write),
                increments::add);
    }

    private static CounterIncrement moved(long from, long to, long read, long write, int sign) {
        return moved(from, to, read, write, sign, CounterIncrement.IN_TIME);
    }

    private static CounterIncrement moved(long from, long to, long read, long write, int sign, long publishedAt) {
        return new CounterIncrement(
                START + from * 1_000,
                START + to * 1_000,
                publishedAt,
                QuantityAmounts.ofBytes(read, write),
                sign,
                Set.of(),
                Set.of());
    }

    @Test
    void shouldKnowNothingOfTheTimeBeforeTheFirstSample() {
        assertThat(insert(0, 100, 100)).isEqualTo(CounterChain.Outcome.IN_TIME);
        assertThat(increments).isEmpty();
    }

    @Test
    void shouldTakeBackTheIncrementOverASampleThatComesBetween() {
        insert(0, 100, 10);
        insert(10, 150, 30);
        insert(5, 110, 25);
        assertThat(increments)
                .containsExactly(
                        moved(0, 10, 50, 20, 1),
                        moved(0, 5, 10, 15, 1),
                        moved(0, 10, 50, 20, -1),
                        moved(5, 10, 40, 5, 1));
    }

    @Test
    void shouldSayOfASampleThatWasPublishedLateSinceWhenItIsKnown() {
        insert(0, 100, 10);
        insert(15, 150, 30);
        increments.clear();
        assertThat(insertLate(5, 60, 110, 25)).isEqualTo(CounterChain.Outcome.LATE);
        long publishedAt = START + 65_000;
        assertThat(increments)
                .containsExactly(
                        moved(0, 5, 10, 15, 1, publishedAt),
                        moved(0, 15, 50, 20, -1, publishedAt),
                        moved(5, 15, 40, 5, 1, publishedAt));
    }

    @Test
    void shouldBindALateSampleToTheNextOneInTimeThatComesAfterIt() {
        insert(0, 100, 10);
        insertLate(5, 60, 110, 25);
        insert(15, 150, 30);
        long publishedAt = START + 65_000;
        assertThat(increments)
                .containsExactly(
                        moved(0, 5, 10, 15, 1, publishedAt),
                        moved(0, 15, 50, 20, 1),
                        moved(0, 15, 50, 20, -1, publishedAt),
                        moved(5, 15, 40, 5, 1, publishedAt));
    }

    @Test
    void shouldCountFromZeroAfterARestart() {
        insert(0, 100, 10);
        insert(5, 40, 12);
        assertThat(increments)
                .containsExactly(new CounterIncrement(
                        START,
                        START + 5_000,
                        CounterIncrement.IN_TIME,
                        QuantityAmounts.ofBytes(40, 2),
                        1,
                        Set.of(QuantityAmounts.READ_BYTES),
                        Set.of()));
        assertThat(increments.get(0).restarted()).isTrue();
    }

    @Test
    void shouldCountAnInstantOnce() {
        insert(0, 100, 10);
        insert(5, 140, 12);
        assertThat(insert(5, 999, 999)).isEqualTo(CounterChain.Outcome.DUPLICATE);
        assertThat(increments).hasSize(1);
    }

    @Test
    void shouldKnowNothingOfALongGap() {
        insert(0, 100, 10);
        insert(6 * 3_600 + 1, 140, 12);
        assertThat(increments).hasSize(1).allSatisfy(increment -> {
            assertThat(increment.moved()).isEqualTo(QuantityAmounts.NONE);
            assertThat(increment.fault()).isTrue();
        });
    }

    @Test
    void shouldKeepTheLastSampleBeforeWhatItForgets() {
        for (int second = 0; second < 3_600; second += 5) {
            insert(second, second + 200, 0);
        }
        chain.forgetHourBefore(START + 3_600_000);
        assertThat(minutes.size()).isZero();
        assertThat(insert(2, 10, 0)).isEqualTo(CounterChain.Outcome.TOO_OLD);
        increments.clear();
        insert(3_600, 3_800, 0);
        assertThat(increments).containsExactly(moved(3_595, 3_600, 5, 0, 1));
    }

    @Test
    void shouldRefuseWhatWasPublishedLaterThanSamplesAreKept() {
        insert(0, 100, 10);
        assertThat(insertLate(5, 6 * 3_600 + 1, 110, 25)).isEqualTo(CounterChain.Outcome.TOO_OLD);
        assertThat(increments).isEmpty();
    }

    @Test
    void shouldGiveDifferencesOnlyOfWhatBothSamplesReport() {
        insert(0, 1, 2);
        chain.insert(
                CounterChains.sample(
                        START + 5_000,
                        QuantityAmounts.of(
                                Map.of(QuantityAmounts.READ_BYTES, 5L, QuantityAmounts.WRITE_BYTES, 5L, "open", 900L))),
                increments::add);
        chain.insert(
                CounterChains.sample(
                        START + 10_000, QuantityAmounts.of(Map.of(QuantityAmounts.READ_BYTES, 6L, "open", 901L))),
                increments::add);
        assertThat(increments)
                .extracting(CounterIncrement::moved)
                .containsExactly(
                        QuantityAmounts.ofBytes(4, 3),
                        QuantityAmounts.of(Map.of(QuantityAmounts.READ_BYTES, 1L, "open", 1L)));
    }

    @Test
    void shouldLeaveOutWhatNoServerCanMove() {
        insert(0, 100, 10);
        insert(5, 900_000_000_000_000_000L, 20);
        insert(10, 120, 30);
        insert(15, 130, 40);
        assertThat(increments).containsExactly(fault(0, 5, 10), fault(5, 10, 10), moved(10, 15, 10, 10, 1));
    }

    @Test
    void shouldTakeACounterBelowZeroForAFault() {
        insert(0, 100, 10);
        insert(5, -1, 20);
        insert(10, 120, 30);
        assertThat(increments).containsExactly(fault(0, 5, 10), fault(5, 10, 10));
    }

    @Test
    void shouldSayTheSameOfAFaultInWhateverOrderItArrives() {
        insert(0, 5_000, 0);
        insert(10, 5_020, 0);
        insert(15, 5_030, 0);
        insert(5, 0, 0);
        assertThat(sum()).isEqualTo(10 + 0);
        assertThat(increments.get(increments.size() - 1)).isEqualTo(fault(5, 10, 0));
    }

    private CounterIncrement fault(long from, long to, long write) {
        return new CounterIncrement(
                START + from * 1_000,
                START + to * 1_000,
                CounterIncrement.IN_TIME,
                QuantityAmounts.of(Map.of(QuantityAmounts.WRITE_BYTES, write)),
                1,
                Set.of(),
                Set.of(QuantityAmounts.READ_BYTES));
    }

    private long sum() {
        return increments.stream()
                .filter(increment -> increment.moved().knows(QuantityAmounts.READ_BYTES))
                .mapToLong(increment -> increment.sign() * increment.moved().get(QuantityAmounts.READ_BYTES))
                .sum();
    }
}
