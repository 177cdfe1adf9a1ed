package io.barograph.verdicts.climate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PeakPerformanceTest {
    private static final long NO_CHANGE = Long.MIN_VALUE;

    private static PastRun run(long end, double performance) {
        return PastRun.of("run" + end, end, performance, true, Map.of());
    }

    @Test
    void shouldRememberABestThatTheClimateHasForgotten() {
        PeakPerformance peak = new PeakPerformance();
        assertThat(peak.since(NO_CHANGE, List.of())).isNaN();
        peak.add(NO_CHANGE, List.of(run(1, 5)), 5);
        peak.add(NO_CHANGE, List.of(run(100, 3)), 3);

        assertThat(peak.since(NO_CHANGE, List.of(run(100, 3)))).isEqualTo(5);
    }

    @Test
    void shouldBeginAnewAtAChangeOfTheSystemAlsoAtOneDeclaredLate() {
        PeakPerformance peak = new PeakPerformance();
        peak.add(NO_CHANGE, List.of(run(1, 5)), 5);
        peak.add(NO_CHANGE, List.of(run(1, 5), run(20, 3)), 3);

        assertThat(peak.since(10, List.of(run(1, 5), run(20, 3)))).isEqualTo(3);
        peak.add(10, List.of(run(1, 5), run(20, 3), run(30, 4)), 4);
        assertThat(peak.since(10, List.of())).isEqualTo(4);
    }

    @Test
    void shouldLeaveARunFromBeforeTheChangeOutOfThePeakAfterIt() {
        PeakPerformance peak = new PeakPerformance();
        peak.add(10, List.of(run(20, 3)), 3);
        peak.add(NO_CHANGE, List.of(run(5, 9), run(20, 3)), 9);

        assertThat(peak.since(10, List.of())).isEqualTo(3);
        assertThat(peak.since(NO_CHANGE, List.of(run(5, 9), run(20, 3)))).isEqualTo(9);
    }
}
