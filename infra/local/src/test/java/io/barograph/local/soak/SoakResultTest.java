package io.barograph.local.soak;

import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.local.replay.LiveAgainstReplay;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.LongUnaryOperator;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class SoakResultTest {
    private static final LiveAgainstReplay.Outcome SAME = outcome(0, 0, 0);

    private static LiveAgainstReplay.Outcome outcome(long missing, long extra, long doubled) {
        return new LiveAgainstReplay.Outcome(Map.of("slowdowns", 10L), missing, extra, doubled, List.of());
    }

    private static SoakResult result(
            LiveAgainstReplay.Outcome results, long wrong, long livePoints, LongUnaryOperator heap) {
        List<SoakResult.Sample> samples = LongStream.range(0, 40)
                .mapToObj(i -> new SoakResult.Sample(
                        Duration.ofMinutes(i),
                        heap.applyAsLong(i),
                        OptionalLong.empty(),
                        OptionalLong.empty(),
                        OptionalLong.empty(),
                        OptionalLong.of(3)))
                .toList();
        return new SoakResult(
                List.of(), samples, results, 10, wrong, List.of(new SoakResult.Points("slowdowns", livePoints, 10)));
    }

    @Test
    void shouldBeGoodIfNothingIsLostAndMemoryIsFlat() {
        assertThat(result(SAME, 0, 10, i -> 100).isGood()).isTrue();
        assertThat(result(SAME, 0, 10, i -> i < 5 ? 30 : 100 + i / 4).isGood()).isTrue();
    }

    @Test
    void shouldNotBeGoodIfAnythingIsLostDoubledOrWrong() {
        assertThat(result(outcome(1, 0, 0), 0, 10, i -> 100).isGood()).isFalse();
        assertThat(result(outcome(0, 1, 0), 0, 10, i -> 100).isGood()).isFalse();
        assertThat(result(outcome(0, 0, 1), 0, 10, i -> 100).isGood()).isFalse();
        assertThat(result(SAME, 1, 10, i -> 100).isGood()).isFalse();
        assertThat(result(SAME, 0, 9, i -> 100).isGood()).isFalse();
    }

    @Test
    void shouldNotBeGoodIfMemoryGrows() {
        assertThat(result(SAME, 0, 10, i -> 100 + 2 * i).heapGrowth()).isBetween(0.3, 0.5);
        assertThat(result(SAME, 0, 10, i -> 100 + 2 * i).isGood()).isFalse();
    }
}
