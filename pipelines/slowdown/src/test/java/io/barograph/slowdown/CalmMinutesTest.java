package io.barograph.slowdown;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class CalmMinutesTest {
    private static Map<Long, Double> minutes(double... medians) {
        Map<Long, Double> minutes = new TreeMap<>();
        for (double median : medians) {
            minutes.put(60_000L * minutes.size(), median);
        }
        return minutes;
    }

    @Test
    void shouldTakeTheFastMinutesForCalm() {
        assertThat(CalmMinutes.of(minutes(0.01, 0.012, 0.5, 0.4, 0.3, 0.5, 0.5), 2))
                .containsExactly(0L, 60_000L);
        assertThat(CalmMinutes.of(Map.of(), 2)).isEmpty();
    }

    /** Or a probe of widely scattered durations would be weighed anew for ever. */
    @Property
    void shouldAlwaysFindEnoughCalmMinutesAmongTheMostThatAreKept(
            @ForAll @Size(CalmMinutes.MAX_FIRST_MINUTES) List<@DoubleRange(min = 0.01, max = 1e6) Double> medians) {
        assertThat(CalmMinutes.of(
                        minutes(medians.stream()
                                .mapToDouble(Double::doubleValue)
                                .toArray()),
                        2))
                .hasSizeGreaterThanOrEqualTo(CalmMinutes.TRAINED);
    }
}
