package io.barograph.collectors.capacity;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class OstPlacementTest {
    @Test
    void shouldFindTheServerThatTookOverAnOst() {
        OstPlacement placement = OstPlacement.of(Map.of("O0", "a", "O1", "b", "O2", "b", "O3", "c"));
        assertThat(placement.usualOstsPerServer()).isEqualTo(1);
        assertThat(placement.overloaded()).isEqualTo(Map.of("b", Set.of("O1", "O2")));
        assertThat(placement.overloadedOsts()).isEqualTo(2);
        assertThat(placement.overloadFactor()).isEqualTo(2);
    }

    @Test
    void shouldTakeWhatMostServersServeForUsual() {
        OstPlacement placement = OstPlacement.of(
                Map.of("O0", "a", "O1", "a", "O2", "b", "O3", "b", "O4", "c", "O5", "c", "O6", "c", "O7", "d"));
        assertThat(placement.usualOstsPerServer()).isEqualTo(2);
        assertThat(placement.overloaded()).containsOnlyKeys("c");
        assertThat(placement.meanOstsPerOverloadedServer()).isEqualTo(3);
        assertThat(placement.overloadFactor()).isEqualTo(1.5);
    }

    @Test
    void shouldFindNothingWhereAllAreAlikeOrThereIsNone() {
        assertThat(OstPlacement.of(Map.of("O0", "a", "O1", "b")).overloaded()).isEmpty();
        assertThat(OstPlacement.of(Map.of("O0", "a", "O1", "b")).overloadFactor())
                .isEqualTo(1);
        assertThat(OstPlacement.of(Map.of()).usualOstsPerServer()).isZero();
        assertThat(OstPlacement.of(Map.of()).meanOstsPerOverloadedServer()).isZero();
    }
}
