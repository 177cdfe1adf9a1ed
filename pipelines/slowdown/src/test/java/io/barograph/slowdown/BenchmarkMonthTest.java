package io.barograph.slowdown;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.NotEmpty;
import org.junit.jupiter.api.Test;

class BenchmarkMonthTest {
    @Test
    void shouldDivideTheMeanByTheBest() {
        BenchmarkMonth month = new BenchmarkMonth();
        month.add(1, 100);
        month.add(2, 150);
        month.add(3, 200);

        assertThat(month.averageBestRatio()).isCloseTo(1.5, within(1e-12));
        assertThat(month.add(2, 150)).isFalse();
        assertThat(month.timings().count()).isEqualTo(3);
    }

    @Property
    void shouldNeverBeBelowOne(@ForAll @NotEmpty double @DoubleRange(min = 0.001, max = 1e5) [] durations) {
        BenchmarkMonth month = new BenchmarkMonth();
        for (int i = 0; i < durations.length; i++) {
            month.add(i, Math.abs(durations[i]) + 0.001);
        }
        assertThat(month.averageBestRatio()).isGreaterThanOrEqualTo(1);
    }
}
