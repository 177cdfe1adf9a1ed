package io.barograph.collectors.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class FairShareTest {
    @Test
    void shouldServeSmallDemandsAndShareTheRestEvenly() {
        assertThat(FairShare.of(100, new long[] {70, 10, 90})).containsExactly(45, 10, 45);
        assertThat(FairShare.of(100, new long[] {20, 30})).containsExactly(20, 30);
        assertThat(FairShare.of(100, new long[] {})).isEmpty();
    }

    @Property
    void shouldBeMaxMinFairAndLeaveNothingUnused(
            @ForAll @LongRange(min = 0, max = 1_000_000_000) long capacity,
            @ForAll @Size(max = 12) List<@LongRange(min = 0, max = 500_000_000) Long> demanded) {
        long[] demands = demanded.stream().mapToLong(Long::longValue).toArray();
        long[] shares = FairShare.of(capacity, demands);

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
}
