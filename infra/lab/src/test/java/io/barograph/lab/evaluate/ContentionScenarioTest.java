package io.barograph.lab.evaluate;

import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.lab.simulator.plan.SimulatedFault;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ContentionScenarioTest {
    private static final Duration WARM_UP = Duration.ofHours(3);

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4_711})
    void shouldHoldEachClassOfFaultsOnceThingsHaveSettledAndOneAtATime(long seed) {
        ContentionScenario scenario = ContentionScenario.withFaults(seed, WARM_UP);
        List<SimulatedFault> faults = scenario.site().faults();

        Set<FaultClass> classes = EnumSet.noneOf(FaultClass.class);
        Duration free = WARM_UP;
        for (SimulatedFault fault : faults) {
            classes.add(FaultClass.of(fault));
            assertThat(fault.after()).isGreaterThanOrEqualTo(free);
            free = fault.after().plus(fault.lasting()).plus(Duration.ofMinutes(12));
        }
        assertThat(classes).isEqualTo(EnumSet.complementOf(EnumSet.of(FaultClass.BURST, FaultClass.UNEXPLAINED)));
        assertThat(scenario.to()).isAfter(scenario.from().plus(free));
        assertThat(scenario).isEqualTo(ContentionScenario.withFaults(seed, WARM_UP));
        assertThat(scenario.site().faults())
                .isNotEqualTo(
                        ContentionScenario.withFaults(seed + 1, WARM_UP).site().faults());
    }

    @Test
    void shouldHoldFaultsOfPartsOfARoughSiteAndLoadThatDoesNoHarm() {
        List<SimulatedFault> faults =
                ContentionScenario.rough(1, WARM_UP).site().faults();

        assertThat(faults).extracting(FaultClass::of).contains(FaultClass.BURST, FaultClass.METADATA);
        assertThat(faults)
                .extracting(fault -> fault.servers().size())
                .as("OSTs of a fault; none: all of them")
                .contains(0, 1, 8, 16, 48);
        assertThat(ContentionScenario.rough(1, WARM_UP)).isEqualTo(ContentionScenario.rough(1, WARM_UP));
    }
}
