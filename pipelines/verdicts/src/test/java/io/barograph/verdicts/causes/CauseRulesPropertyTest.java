package io.barograph.verdicts.causes;

import static io.barograph.verdicts.causes.SimulatedRun.busiestRank;
import static io.barograph.verdicts.causes.SimulatedRun.find;
import static io.barograph.verdicts.causes.SimulatedRun.osts;
import static io.barograph.verdicts.causes.SimulatedRun.phases;
import static io.barograph.verdicts.causes.SimulatedRun.small;
import static io.barograph.verdicts.causes.SimulatedRun.write;
import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.schemas.WeatherMetric;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;

/** More of a fault never takes its cause away, nor makes it less certain. */
class CauseRulesPropertyTest {
    private static double confidence(CauseKind cause, Map<WeatherMetric, Double> metrics) {
        MatchedCause found = find(cause, metrics);
        return found == null ? 0 : found.confidence();
    }

    @Property
    void shouldNeverDropSmallRequestsWhenThereAreMoreOfThem(
            @ForAll @LongRange(min = 0, max = 100_000) long small,
            @ForAll @LongRange(min = 0, max = 100_000) long large,
            @ForAll @LongRange(min = 1, max = 100_000) long more) {
        assertThat(confidence(CauseKind.SMALL_REQUESTS, SimulatedRun.with(small(small + more, small + large + more))))
                .isGreaterThanOrEqualTo(confidence(
                        CauseKind.SMALL_REQUESTS, SimulatedRun.with(small(small, Math.max(1, small + large)))));
    }

    @Property
    void shouldNeverDropACauseThatGrowsWorse(
            @ForAll @DoubleRange(min = 0.25, max = 0.9) double share,
            @ForAll @DoubleRange(min = 0, max = 0.1) double more,
            @ForAll @IntRange(min = 1, max = 500) int phases,
            @ForAll @IntRange(min = 1, max = 500) int morePhases,
            @ForAll @LongRange(min = 1, max = SimulatedRun.BYTES) long bytes,
            @ForAll @LongRange(min = 1, max = SimulatedRun.BYTES) long otherBytes) {
        List<CauseKind> ofOsts = List.of(CauseKind.SINGLE_OST, CauseKind.UNBALANCED_OSTS);
        assertThat(ofOsts.stream()
                        .mapToDouble(cause -> confidence(cause, SimulatedRun.with(osts(4, share + more))))
                        .filter(value -> value > 0)
                        .count())
                .isGreaterThanOrEqualTo(ofOsts.stream()
                        .mapToDouble(cause -> confidence(cause, SimulatedRun.with(osts(4, share))))
                        .filter(value -> value > 0)
                        .count());
        assertThat(confidence(CauseKind.UNBALANCED_RANKS, SimulatedRun.with(busiestRank(share + more))))
                .isGreaterThanOrEqualTo(confidence(CauseKind.UNBALANCED_RANKS, SimulatedRun.with(busiestRank(share))));
        assertThat(confidence(CauseKind.MANY_PHASES, SimulatedRun.with(phases(phases + morePhases, bytes))))
                .isGreaterThanOrEqualTo(confidence(CauseKind.MANY_PHASES, SimulatedRun.with(phases(phases, bytes))));
        assertThat(confidence(CauseKind.SMALL_DATA, SimulatedRun.with(write(Math.min(bytes, otherBytes)))))
                .isGreaterThanOrEqualTo(
                        confidence(CauseKind.SMALL_DATA, SimulatedRun.with(write(Math.max(bytes, otherBytes)))));
    }
}
