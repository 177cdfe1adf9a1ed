package io.barograph.servers.rates;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.barograph.servers.counters.CounterBounds;
import io.barograph.servers.counters.CounterRule;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RecentCounterSamplesTest {
    private static final long START = 1_518_163_200_000L;

    private final RecentCounterSamples readings = new RecentCounterSamples();
    private final List<CounterIncrement> increments = new ArrayList<>();

    private RecentCounterSamples.Outcome insert(long second, long read, long write) {
        return readings.insert(
                new ServerCounterSample(START + second * 1_000, QuantityAmounts.ofBytes(read, write)),
                CounterBounds.DEFAULT,
                increments::add);
    }

    private static CounterIncrement moved(long from, long to, long read, long write, int sign, boolean restarted) {
        return new CounterIncrement(
                START + from * 1_000, START + to * 1_000, QuantityAmounts.ofBytes(read, write), sign, restarted, false);
    }

    @Test
    void shouldKnowNothingOfTheTimeBeforeTheFirstReading() {
        assertThat(insert(0, 100, 100)).isEqualTo(RecentCounterSamples.Outcome.COUNTED);
        assertThat(increments).isEmpty();
    }

    @Test
    void shouldTakeBackTheIncrementOverAReadingThatCameLate() {
        insert(0, 100, 10);
        insert(10, 150, 30);
        insert(5, 110, 25);
        assertThat(increments)
                .containsExactly(
                        moved(0, 10, 50, 20, 1, false),
                        moved(0, 10, 50, 20, -1, false),
                        moved(0, 5, 10, 15, 1, false),
                        moved(5, 10, 40, 5, 1, false));
    }

    @Test
    void shouldCountFromZeroAfterARestart() {
        insert(0, 100, 10);
        insert(5, 40, 12);
        assertThat(increments).containsExactly(moved(0, 5, 40, 2, 1, true));
    }

    @Test
    void shouldCountAnInstantOnce() {
        insert(0, 100, 10);
        insert(5, 140, 12);
        assertThat(insert(5, 999, 999)).isEqualTo(RecentCounterSamples.Outcome.DUPLICATE);
        assertThat(increments).hasSize(1);
        assertThat(readings.size()).isEqualTo(2);
    }

    @Test
    void shouldKeepTheLastReadingBeforeWhatItForgetsAndThoseThatTheRuleLooksBackTo() {
        for (int second = -100; second <= 10; second += 5) {
            insert(second, second + 200, 0);
        }
        insert(15, 225, 0);
        readings.forgetBefore(START + 15_000);
        assertThat(readings.size()).isEqualTo(2 + CounterRule.LOOK_BACK);
        assertThat(insert(5, 10, 0)).isEqualTo(RecentCounterSamples.Outcome.TOO_OLD);
        increments.clear();
        insert(20, 226, 0);
        assertThat(increments).containsExactly(moved(15, 20, 1, 0, 1, false));
        assertThat(readings.latest()).isEqualTo(START + 20_000);
    }

    @Test
    void shouldStayBoundedOverADay() {
        for (int second = 0; second < 86_400; second += 5) {
            insert(second, second, second);
            readings.forgetBefore(START + (second - 60) * 1_000L);
        }
        assertThat(readings.size()).isEqualTo(14 + CounterRule.LOOK_BACK);
        assertThat(StateBytes.of(readings, RecentCounterSamples::writeTo)).hasSizeLessThan(600);
    }

    @Test
    void shouldGiveDifferencesOnlyOfWhatBothReadingsReport() {
        readings.insert(
                new ServerCounterSample(START, QuantityAmounts.ofBytes(1, 2)), CounterBounds.DEFAULT, increments::add);
        readings.insert(
                new ServerCounterSample(
                        START + 5_000,
                        QuantityAmounts.of(
                                Map.of(QuantityAmounts.READ_BYTES, 5L, QuantityAmounts.WRITE_BYTES, 5L, "open", 900L))),
                CounterBounds.DEFAULT,
                increments::add);
        readings.insert(
                new ServerCounterSample(
                        START + 10_000, QuantityAmounts.of(Map.of(QuantityAmounts.READ_BYTES, 6L, "open", 901L))),
                CounterBounds.DEFAULT,
                increments::add);
        assertThat(increments)
                .extracting(CounterIncrement::moved)
                .containsExactly(
                        QuantityAmounts.ofBytes(4, 3),
                        QuantityAmounts.of(Map.of(QuantityAmounts.READ_BYTES, 1L, "open", 1L)));
        StateBytes.roundTrip(readings, RecentCounterSamples::writeTo, RecentCounterSamples::readFrom);
    }

    @Test
    void shouldRefuseANegativeCounter() {
        assertThatThrownBy(() -> insert(0, -1, 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("readBytes=-1");
    }

    @Test
    void shouldGoOnAfterARestoreAsIfNothingHadHappened() {
        insert(0, 100, 10);
        insert(10, 150, 30);
        readings.forgetBefore(START + 5_000);
        RecentCounterSamples restored =
                StateBytes.roundTrip(readings, RecentCounterSamples::writeTo, RecentCounterSamples::readFrom);
        List<CounterIncrement> after = new ArrayList<>();
        restored.insert(
                new ServerCounterSample(START + 5_000, QuantityAmounts.ofBytes(120, 20)),
                CounterBounds.DEFAULT,
                after::add);
        increments.clear();
        insert(5, 120, 20);
        assertThat(after).isEqualTo(increments).hasSize(3);
        StateBytes.checkCopy(
                readings,
                RecentCounterSamples::copy,
                copy -> copy.insert(
                        new ServerCounterSample(START + 15_000, QuantityAmounts.ofBytes(200, 50)),
                        CounterBounds.DEFAULT,
                        increment -> {}),
                RecentCounterSamples::writeTo);
    }

    @Test
    void shouldLeaveOutWhatNoServerCanMove() {
        insert(0, 100, 10);
        insert(5, 900_000_000_000_000_000L, 20);
        insert(10, 120, 30);
        insert(15, 130, 40);
        assertThat(increments).containsExactly(fault(0, 5, 10), fault(5, 10, 10), moved(10, 15, 10, 10, 1, false));
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

    @Test
    void shouldTakeBackTheSameFaultWhenWhatShowedItIsForgotten() {
        insert(0, 5_000, 0);
        insert(5, 0, 0);
        insert(15, 5_020, 0);
        readings.forgetBefore(START + 15_000);
        increments.clear();
        insert(20, 5_030, 0);
        insert(17, 5_025, 0);
        assertThat(sum()).isEqualTo(10);
    }

    private CounterIncrement fault(long from, long to, long write) {
        return new CounterIncrement(
                START + from * 1_000,
                START + to * 1_000,
                QuantityAmounts.of(Map.of(QuantityAmounts.WRITE_BYTES, write)),
                1,
                false,
                true);
    }

    private long sum() {
        return increments.stream()
                .filter(increment -> increment.moved().knows(QuantityAmounts.READ_BYTES))
                .mapToLong(increment -> increment.sign() * increment.moved().get(QuantityAmounts.READ_BYTES))
                .sum();
    }
}
