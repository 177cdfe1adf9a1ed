package io.barograph.servers.counters;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class CounterBoundsTest {
    private static final long GIGABYTE = 1_000_000_000;

    @Test
    void shouldTakeTenTimesWhatAServerCanMoveButNotMore() {
        long bound = CounterBounds.ofServer(5 * GIGABYTE).bytesPerSecond();
        long most = 50 * GIGABYTE * 5;

        assertThat(CounterRule.moved(7, 7 + most, 5_000, bound)).isEqualTo(most);
        assertThat(CounterRule.moved(7, 7 + most + 1, 5_000, bound)).isEqualTo(CounterRule.FAULT);
    }

    @Test
    void shouldCountBoundsThatAreNoThousands() {
        assertThat(CounterRule.moved(0, 4_995, 5_000, 999)).isEqualTo(4_995);
        assertThat(CounterRule.moved(0, 4_996, 5_000, 999)).isEqualTo(CounterRule.FAULT);
    }

    @Test
    void shouldTakeATerabyteAndAHundredMillionOperationsASecondWhereNothingIsKnown() {
        CounterBounds unknown = CounterBounds.ofServer(0);

        assertThat(unknown).isEqualTo(CounterBounds.DEFAULT);
        assertThat(CounterRule.moved(0, 5_000 * GIGABYTE, 5_000, unknown.bytesPerSecond()))
                .isEqualTo(5_000 * GIGABYTE);
        assertThat(CounterRule.moved(0, 5_000 * GIGABYTE + 1, 5_000, unknown.bytesPerSecond()))
                .isEqualTo(CounterRule.FAULT);
        assertThat(CounterRule.moved(0, 500_000_000, 5_000, unknown.operationsPerSecond()))
                .isEqualTo(500_000_000);
        assertThat(CounterRule.moved(0, 500_000_001, 5_000, unknown.operationsPerSecond()))
                .isEqualTo(CounterRule.FAULT);
    }

    @Test
    void shouldNotLetACatalogueWidenTheBound() {
        assertThat(CounterBounds.ofServer(100 * GIGABYTE).bytesPerSecond()).isEqualTo(1_000 * GIGABYTE);
        assertThat(CounterBounds.ofServer(100 * GIGABYTE + 1)).isEqualTo(CounterBounds.DEFAULT);
        assertThat(CounterBounds.ofServer(Long.MAX_VALUE)).isEqualTo(CounterBounds.DEFAULT);
    }

    @Test
    void shouldRefuseABoundThatNothingStaysBelow() {
        assertThatThrownBy(() -> new CounterBounds(0, 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new CounterBounds(1, 0)).isInstanceOf(IllegalArgumentException.class);
    }
}
