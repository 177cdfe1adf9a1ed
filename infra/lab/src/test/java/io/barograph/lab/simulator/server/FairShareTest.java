package io.barograph.lab.simulator.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class FairShareTest {
    private static long[] shares(long capacity, long... demands) {
        long[] shares = new long[demands.length];
        FairShare.of(capacity, demands, demands.length, shares);
        return shares;
    }

    private static double ofNewcomer(long capacity, long... demands) {
        return FairShare.ofNewcomer(capacity, demands, demands.length);
    }

    @Test
    void shouldServeSmallDemandsAndShareTheRestEvenly() {
        assertThat(shares(100, 10, 70, 90)).containsExactly(10, 45, 45);
        assertThat(shares(100, 20, 30)).containsExactly(20, 30);
        assertThat(shares(100)).isEmpty();
    }

    @Property
    void shouldBeMaxMinFairAndLeaveNothingUnused(
            @ForAll @LongRange(min = 0, max = 1_000_000_000) long capacity,
            @ForAll @Size(max = 12) List<@LongRange(min = 0, max = 500_000_000) Long> demanded) {
        long[] demands = demanded.stream().mapToLong(Long::longValue).sorted().toArray();
        long[] shares = shares(capacity, demands);

        assertThat(Arrays.stream(shares).sum())
                .isEqualTo(Math.min(capacity, Arrays.stream(demands).sum()));
        long largest = Arrays.stream(shares).max().orElse(0);
        for (int i = 0; i < demands.length; i++) {
            assertThat(shares[i]).isBetween(0L, demands[i]);
            if (shares[i] < demands[i]) {
                assertThat(shares[i]).isGreaterThanOrEqualTo(largest - 1);
            }
        }
    }

    @Test
    void shouldGiveANewcomerWhatIsLeftOrHisFairShare() {
        assertThat(ofNewcomer(100)).isEqualTo(100);
        assertThat(ofNewcomer(100, 20, 30)).isEqualTo(50);
        assertThat(ofNewcomer(100, 20, 80)).isEqualTo(40);
        assertThat(ofNewcomer(100, 100, 100, 100)).isEqualTo(25);
    }

    /** One who asks for everything. */
    @Property
    void shouldGiveANewcomerWhatHeWouldGetIfHeStayed(
            @ForAll @LongRange(min = 1_000_000, max = 1_000_000_000) long capacity,
            @ForAll @Size(max = 12) List<@LongRange(min = 0, max = 500_000_000) Long> demanded) {
        long[] demands = demanded.stream().mapToLong(Long::longValue).sorted().toArray();
        long[] with = Arrays.copyOf(demands, demands.length + 1);
        with[demands.length] = Long.MAX_VALUE;

        assertThat(ofNewcomer(capacity, demands))
                .isCloseTo((double) shares(capacity, with)[demands.length], within(1.0));
    }
}
