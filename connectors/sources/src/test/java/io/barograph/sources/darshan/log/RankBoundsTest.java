package io.barograph.sources.darshan.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.sources.darshan.log.LogContents.Bounds;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class RankBoundsTest {
    /** Files of made-up runs, reported as records of single ranks, or reduced with what two ranks are known to have. */
    @Property
    void shouldEncloseWhatTheBusiestRankReallyHas(
            @ForAll @IntRange(min = 1, max = 6) int processes,
            @ForAll @IntRange(max = 8) int files,
            @ForAll long seed) {
        Random random = new Random(seed);
        long[] byRank = new long[processes];
        boolean reduced = false;
        RankBounds bounds = new RankBounds(processes);
        for (int file = 0; file < files; file++) {
            long[] parts = random.longs(processes, 0, 100).toArray();
            for (int rank = 0; rank < processes; rank++) {
                byRank[rank] += parts[rank];
            }
            switch (random.nextInt(3)) {
                case 0 -> {
                    for (int rank = 0; rank < processes; rank++) {
                        bounds.addOne(rank, parts[rank]);
                    }
                }
                case 1 -> {
                    reduced = true;
                    Map<Long, Long> known = new HashMap<>();
                    for (int i = random.nextInt(3); i > 0; i--) {
                        int rank = random.nextInt(processes);
                        known.put((long) rank, parts[rank]);
                    }
                    bounds.addShared(sum(parts), known);
                }
                default -> {
                    bounds.addEven(processes * 7L);
                    for (int rank = 0; rank < processes; rank++) {
                        byRank[rank] += 7 - parts[rank];
                    }
                }
            }
        }

        long most = 0;
        for (long amount : byRank) {
            most = Math.max(most, amount);
        }
        if (sum(byRank) == 0) {
            assertThat(bounds.result()).isEmpty();
            return;
        }
        Bounds found = bounds.result().orElseThrow();
        assertThat(most).isBetween(found.least(), found.most());
        if (!reduced) {
            assertThat(found).isEqualTo(new Bounds(most, most));
        }
    }

    private static long sum(long[] values) {
        long sum = 0;
        for (long value : values) {
            sum += value;
        }
        return sum;
    }

    @Example
    void shouldBeExactWhereOneRankIsKnownToHaveAllOfAReducedRecord() {
        RankBounds bounds = new RankBounds(4);
        bounds.addOne(2, 10);
        bounds.addShared(100, Map.of(0L, 0L, 3L, 100L));

        assertThat(bounds.result()).hasValue(new Bounds(100, 100));
    }

    @Example
    void shouldKnowNoMoreThanTheMeanAndTheSumOfAReducedRecordAlone() {
        RankBounds bounds = new RankBounds(4);
        bounds.addShared(101, Map.of());

        assertThat(bounds.result()).hasValue(new Bounds(26, 101));
    }

    @Example
    void shouldNotBelieveKnownPartsThatExceedTheSum() {
        RankBounds bounds = new RankBounds(4);
        bounds.addShared(100, Map.of(0L, 80L, 1L, 80L));

        assertThat(bounds.result()).hasValue(new Bounds(25, 100));
    }
}
