package io.barograph.schemas.activity;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * When a run did I/O.
 *
 * @param phases union of all accesses: the run's I/O phases, in time order, none touching the next
 * @param coveringSet the IO covering set: the fewest accesses whose union is that of all accesses, in time order
 * @param byDirection union of the accesses of each direction that occurs
 */
public record IoActivity(
        List<ActivitySpan> phases, List<FileAccess> coveringSet, Map<AccessDirection, List<ActivitySpan>> byDirection) {
    /** @param accesses accesses of one run, in any order */
    public static IoActivity of(Collection<FileAccess> accesses) {
        Map<AccessDirection, List<ActivitySpan>> byDirection = new EnumMap<>(AccessDirection.class);
        for (AccessDirection direction : AccessDirection.values()) {
            List<ActivitySpan> spans = SweepLine.union(accesses.stream()
                    .filter(access -> access.direction() == direction)
                    .toList());
            if (!spans.isEmpty()) {
                byDirection.put(direction, spans);
            }
        }
        return new IoActivity(SweepLine.union(accesses), SweepLine.coveringSet(accesses), byDirection);
    }

    /** @return time in which at least one access was under way, microseconds */
    public long micros() {
        return phases.stream().mapToLong(ActivitySpan::lengthMicros).sum();
    }

    /** A pause between two spans of one direction; {@code before} is the span's place in its direction's list. */
    private record Gap(AccessDirection direction, int before, long beginMicros, long lengthMicros) {}

    /**
     * Joins spans of the same direction over the shortest pauses until few enough are left. Of pauses of equal length
     * the earliest goes first.
     *
     * @param most largest number of intervals to keep, at least one for each direction
     */
    public IntervalSummary intervals(int most) {
        if (most < AccessDirection.values().length) {
            throw new IllegalArgumentException(
                    "cannot keep fewer than " + AccessDirection.values().length + " intervals, one for each direction");
        }
        List<Gap> gaps = new ArrayList<>();
        int count = 0;
        for (Map.Entry<AccessDirection, List<ActivitySpan>> entry : byDirection.entrySet()) {
            List<ActivitySpan> spans = entry.getValue();
            count += spans.size();
            for (int i = 1; i < spans.size(); i++) {
                long begin = spans.get(i - 1).endMicros();
                gaps.add(new Gap(entry.getKey(), i, begin, spans.get(i).beginMicros() - begin));
            }
        }
        gaps.sort(Comparator.comparingLong(Gap::lengthMicros)
                .thenComparingLong(Gap::beginMicros)
                .thenComparing(Gap::direction));
        Set<Gap> closed = new HashSet<>(gaps.subList(0, Math.max(0, count - most)));
        return new IntervalSummary(
                joined(closed),
                closed.size(),
                closed.stream().mapToLong(Gap::lengthMicros).sum());
    }

    private List<Interval> joined(Set<Gap> closed) {
        Map<AccessDirection, Set<Integer>> closedBefore = new EnumMap<>(AccessDirection.class);
        closed.forEach(gap -> closedBefore
                .computeIfAbsent(gap.direction(), first -> new HashSet<>())
                .add(gap.before()));
        List<Interval> intervals = new ArrayList<>();
        byDirection.forEach((direction, spans) -> {
            Set<Integer> joins = closedBefore.getOrDefault(direction, Set.of());
            ActivitySpan open = spans.get(0);
            for (int i = 1; i < spans.size(); i++) {
                ActivitySpan next = spans.get(i);
                if (joins.contains(i)) {
                    open = new ActivitySpan(
                            open.beginMicros(), next.endMicros(), Math.addExact(open.bytes(), next.bytes()));
                } else {
                    intervals.add(new Interval(direction, open));
                    open = next;
                }
            }
            intervals.add(new Interval(direction, open));
        });
        intervals.sort(
                Comparator.comparingLong((Interval interval) -> interval.span().beginMicros())
                        .thenComparing(Interval::direction));
        return intervals;
    }

    /** @param direction which way the bytes went */
    public record Interval(AccessDirection direction, ActivitySpan span) {}

    /**
     * @param intervals read and write intervals in the order of their begins
     * @param pausesHidden pauses that the intervals span because they were joined; with the number of intervals the
     *     number of spans there were
     * @param hiddenMicros length of these pauses, microseconds
     */
    public record IntervalSummary(List<Interval> intervals, int pausesHidden, long hiddenMicros) {}
}
