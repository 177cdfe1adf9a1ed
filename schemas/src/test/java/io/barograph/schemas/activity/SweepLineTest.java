package io.barograph.schemas.activity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.barograph.schemas.activity.IoActivity.IntervalSummary;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class SweepLineTest {
    private static final long LATEST = 40;
    private static final int BRUTE_FORCE_ACCESSES = 9;

    private static FileAccess access(long file, long begin, long end) {
        return new FileAccess(file, AccessDirection.WRITE, begin, end, 1);
    }

    @Provide
    Arbitrary<List<FileAccess>> fewAccesses() {
        return accesses().list().ofMaxSize(BRUTE_FORCE_ACCESSES);
    }

    @Provide
    Arbitrary<List<FileAccess>> manyAccesses() {
        return accesses().list().ofMaxSize(60);
    }

    private static Arbitrary<FileAccess> accesses() {
        Arbitrary<Long> begins = Arbitraries.longs().between(0, LATEST);
        Arbitrary<Long> lengths = Arbitraries.longs().between(0, 9);
        return Combinators.combine(
                        Arbitraries.longs().between(1, 20),
                        Arbitraries.of(AccessDirection.class),
                        begins,
                        lengths,
                        Arbitraries.longs().between(0, 1000))
                .as((file, direction, begin, length, bytes) ->
                        new FileAccess(file, direction, begin, begin + length, bytes));
    }

    /** Instants and the open stretches between them, as bits 2t and 2t + 1. */
    private static BitSet time(List<FileAccess> accesses) {
        BitSet time = new BitSet();
        accesses.forEach(access ->
                time.set(Math.toIntExact(2 * access.beginMicros()), Math.toIntExact(2 * access.endMicros() + 1)));
        return time;
    }

    @Property
    void shouldUniteAccessesIntoSpansThatDoNotTouch(@ForAll("manyAccesses") List<FileAccess> accesses) {
        List<ActivitySpan> spans = IoActivity.of(accesses).phases();

        BitSet time = new BitSet();
        spans.forEach(
                span -> time.set(Math.toIntExact(2 * span.beginMicros()), Math.toIntExact(2 * span.endMicros() + 1)));
        assertThat(time).isEqualTo(time(accesses));
        for (int i = 1; i < spans.size(); i++) {
            assertThat(spans.get(i).beginMicros())
                    .isGreaterThan(spans.get(i - 1).endMicros());
        }
        assertThat(spans.stream().mapToLong(ActivitySpan::bytes).sum())
                .isEqualTo(accesses.stream().mapToLong(FileAccess::bytes).sum());
    }

    @Property
    void shouldCoverExactlyTheTimeOfAllAccesses(@ForAll("manyAccesses") List<FileAccess> accesses) {
        IoActivity activity = IoActivity.of(accesses);

        assertThat(accesses).containsAll(activity.coveringSet());
        assertThat(time(activity.coveringSet())).isEqualTo(time(accesses));
        long openStretches = time(accesses).stream().filter(bit -> bit % 2 == 1).count();
        assertThat(activity.micros()).isEqualTo(openStretches);
    }

    @Property
    void shouldNeedEveryMemberOfTheCoveringSet(@ForAll("manyAccesses") List<FileAccess> accesses) {
        List<FileAccess> covering = IoActivity.of(accesses).coveringSet();

        for (int i = 0; i < covering.size(); i++) {
            List<FileAccess> rest = new ArrayList<>(covering);
            rest.remove(i);
            assertThat(time(rest)).isNotEqualTo(time(accesses));
        }
    }

    @Property
    void shouldFindNoSmallerCoveringSetByTryingAll(@ForAll("fewAccesses") List<FileAccess> accesses) {
        int smallest = Integer.MAX_VALUE;
        for (int subset = 0; subset < 1 << accesses.size(); subset++) {
            List<FileAccess> tried = new ArrayList<>();
            for (int i = 0; i < accesses.size(); i++) {
                if ((subset >> i & 1) == 1) {
                    tried.add(accesses.get(i));
                }
            }
            if (time(tried).equals(time(accesses))) {
                smallest = Math.min(smallest, tried.size());
            }
        }

        assertThat(IoActivity.of(accesses).coveringSet()).hasSize(smallest);
    }

    @Property
    void shouldNotDependOnTheOrderOfTheInput(@ForAll("manyAccesses") List<FileAccess> accesses, @ForAll long seed) {
        List<FileAccess> shuffled = new ArrayList<>(accesses);
        Collections.shuffle(shuffled, new Random(seed));

        assertThat(IoActivity.of(shuffled)).isEqualTo(IoActivity.of(accesses));
        assertThat(IoActivity.of(shuffled).intervals(3))
                .isEqualTo(IoActivity.of(accesses).intervals(3));
    }

    @Property
    void shouldKeepTheLongestPausesWhenIntervalsAreJoined(@ForAll("manyAccesses") List<FileAccess> accesses) {
        int most = 5;
        IoActivity activity = IoActivity.of(accesses);
        IntervalSummary all = activity.intervals(Integer.MAX_VALUE);
        IntervalSummary kept = activity.intervals(most);

        assertThat(all.pausesHidden()).isZero();
        assertThat(all.hiddenMicros()).isZero();
        assertThat(kept.intervals()).hasSize(Math.min(most, all.intervals().size()));
        assertThat(kept.pausesHidden() + kept.intervals().size())
                .isEqualTo(all.intervals().size());
        for (AccessDirection direction : AccessDirection.values()) {
            assertThat(bytes(kept, direction)).isEqualTo(bytes(all, direction));
        }
        assertThat(length(kept) - length(all)).isEqualTo(kept.hiddenMicros());
        List<Long> keptPauses = pauses(kept);
        List<Long> allPauses = pauses(all);
        assertThat(keptPauses).isEqualTo(allPauses.subList(kept.pausesHidden(), allPauses.size()));
    }

    private static long bytes(IntervalSummary summary, AccessDirection direction) {
        return summary.intervals().stream()
                .filter(interval -> interval.direction() == direction)
                .mapToLong(interval -> interval.span().bytes())
                .sum();
    }

    private static long length(IntervalSummary summary) {
        return summary.intervals().stream()
                .mapToLong(interval -> interval.span().lengthMicros())
                .sum();
    }

    /** @return lengths of the pauses within each direction, ascending */
    private static List<Long> pauses(IntervalSummary summary) {
        List<Long> pauses = new ArrayList<>();
        for (AccessDirection direction : AccessDirection.values()) {
            List<ActivitySpan> spans = summary.intervals().stream()
                    .filter(interval -> interval.direction() == direction)
                    .map(IoActivity.Interval::span)
                    .toList();
            for (int i = 1; i < spans.size(); i++) {
                pauses.add(spans.get(i).beginMicros() - spans.get(i - 1).endMicros());
            }
        }
        Collections.sort(pauses);
        return pauses;
    }

    /** Six files in the structure of the paper's fig. 1: two lie within others, one bridges two, one stands alone. */
    @Example
    void shouldFindTheCoveringSetOfSixFiles() {
        FileAccess first = access(1, 0, 40);
        FileAccess within = access(2, 10, 30);
        FileAccess bridge = access(3, 35, 70);
        FileAccess overlapped = access(4, 45, 60);
        FileAccess last = access(5, 65, 80);
        FileAccess alone = access(6, 100, 120);

        IoActivity activity = IoActivity.of(List.of(alone, overlapped, bridge, first, last, within));

        assertThat(activity.coveringSet()).containsExactly(first, bridge, last, alone);
        assertThat(activity.phases()).containsExactly(new ActivitySpan(0, 80, 5), new ActivitySpan(100, 120, 1));
        assertThat(activity.micros()).isEqualTo(100);
    }

    @Example
    void shouldJoinReadsAndWritesOnlyAmongThemselves() {
        IoActivity activity = IoActivity.of(List.of(
                new FileAccess(1, AccessDirection.READ, 0, 10, 5),
                new FileAccess(2, AccessDirection.WRITE, 5, 15, 7),
                new FileAccess(3, AccessDirection.READ, 12, 20, 11),
                new FileAccess(4, AccessDirection.WRITE, 40, 50, 13)));

        IntervalSummary kept = activity.intervals(3);

        assertThat(activity.phases()).hasSize(2);
        assertThat(kept.intervals())
                .containsExactly(
                        new IoActivity.Interval(AccessDirection.READ, new ActivitySpan(0, 20, 16)),
                        new IoActivity.Interval(AccessDirection.WRITE, new ActivitySpan(5, 15, 7)),
                        new IoActivity.Interval(AccessDirection.WRITE, new ActivitySpan(40, 50, 13)));
        assertThat(kept.pausesHidden()).isEqualTo(1);
        assertThat(kept.hiddenMicros()).isEqualTo(2);
    }

    @Example
    void shouldGiveARunWithoutAccessesNoActivity() {
        IoActivity activity = IoActivity.of(List.of());

        assertThat(activity.phases()).isEmpty();
        assertThat(activity.coveringSet()).isEmpty();
        assertThat(activity.micros()).isZero();
        assertThat(activity.intervals(64).intervals()).isEmpty();
    }

    @Example
    void shouldSweepManyAccessesInOnePass() {
        int count = 200_000;
        Set<FileAccess> staircase = new HashSet<>();
        for (int i = 0; i < count; i++) {
            staircase.add(access(i, 10L * i, 10L * i + 15));
        }

        IoActivity activity = IoActivity.of(staircase);

        assertThat(activity.phases()).hasSize(1);
        assertThat(activity.coveringSet()).hasSize(count);
    }

    @Example
    void shouldRefuseAnAccessThatEndsBeforeItBegins() {
        assertThatThrownBy(() -> access(1, 10, 9))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("before its begin");
    }
}
