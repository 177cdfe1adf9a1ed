package io.barograph.lab.soak;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class FaultPlanTest {
    private static final List<SoakFault> ALL = List.of(SoakFault.values());
    private static final Duration HOUR = Duration.ofHours(1);

    @Test
    void shouldBeTheSameForTheSameSeed() {
        assertThat(FaultPlan.random(ALL, HOUR, 7)).isEqualTo(FaultPlan.random(ALL, HOUR, 7));
        assertThat(FaultPlan.random(ALL, HOUR, 7)).isNotEqualTo(FaultPlan.random(ALL, HOUR, 8));
    }

    @Test
    void shouldBreakOneThingAtATimeAndNothingNearTheEnd() {
        for (long seed = 0; seed < 200; seed++) {
            Duration free = Duration.ofMinutes(1);
            List<FaultPlan.Entry> plan = FaultPlan.random(ALL, HOUR, seed);
            assertThat(plan).hasSizeGreaterThan(10);
            for (FaultPlan.Entry entry : plan) {
                assertThat(entry.after()).isGreaterThanOrEqualTo(free);
                free = entry.after().plus(entry.lasting());
            }
            assertThat(free).isLessThanOrEqualTo(HOUR.minusMinutes(1));
        }
    }

    @Test
    void shouldBreakEverythingInSomeHour() {
        assertThat(FaultPlan.random(ALL, HOUR.multipliedBy(4), 1).stream().map(FaultPlan.Entry::fault))
                .contains(SoakFault.values());
    }

    @Test
    void shouldBreakNothingWhereNothingMayBreak() {
        assertThat(FaultPlan.random(List.of(), HOUR, 7)).isEmpty();
    }
}
