package io.barograph.sources.tokio;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class AmountCounterTest {
    private static final double MISSING = Double.NaN;

    @Test
    void shouldBeginWithZeroSoThatTheFirstAmountIsADifference() {
        assertThat(counter(3, 0, 4)).containsExactly(0L, 3L, 3L, 7L);
    }

    @Test
    void shouldHaveNoValueAtTheEndOfAMissingAmountAndGoOnAfterIt() {
        assertThat(counter(3, MISSING, 9)).containsExactly(0L, 3L, null, 12L);
        assertThat(counter(3, MISSING)).containsExactly(0L, 3L, null);
    }

    @Test
    void shouldBeginAtTheFirstKnownAmount() {
        assertThat(counter(MISSING, MISSING, 5)).containsExactly(null, null, 0L, 5L);
        assertThat(counter(MISSING, MISSING)).containsExactly(null, null, null);
    }

    @Property
    void shouldStayWithinHalfAUnitOfTheSumHoweverManyFractionsAreAdded(
            @ForAll @Size(max = 200) List<@DoubleRange(min = 0, max = 1e6) Double> amounts) {
        double[] values = amounts.stream().mapToDouble(Double::doubleValue).toArray();
        List<Long> totals = counter(values);
        double sum = 0;
        for (int i = 0; i < values.length; i++) {
            sum += values[i];
            assertThat((double) totals.get(i + 1)).isBetween(sum - 0.5001, sum + 0.5001);
        }
    }

    private static List<Long> counter(double... amounts) {
        AmountCounter counter = new AmountCounter(amounts.length, interval -> amounts[interval]);
        List<Long> totals = new ArrayList<>();
        for (int instant = 0; instant <= amounts.length; instant++) {
            totals.add(counter.at(instant));
        }
        return totals;
    }
}
