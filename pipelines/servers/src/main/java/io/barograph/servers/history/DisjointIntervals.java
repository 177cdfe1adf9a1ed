package io.barograph.servers.history;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Disjoint stretches of time in their order, at most {@value #MAX} of them: more are joined over the shortest pauses.
 */
public record DisjointIntervals(List<Stretch> stretches) {
    /** No time at all. */
    public static final DisjointIntervals NONE = new DisjointIntervals(List.of());

    /** Largest number of stretches. */
    public static final int MAX = 64;

    /**
     * Labels t with {@code from <= t < to}.
     *
     * @param from milliseconds since the epoch
     * @param to milliseconds since the epoch
     */
    public record Stretch(long from, long to) {}

    /** Keeps the list from changing. */
    public DisjointIntervals {
        stretches = List.copyOf(stretches);
    }

    /** @param more stretches in any order, which may overlap */
    public DisjointIntervals and(List<Stretch> more) {
        List<Stretch> all = new ArrayList<>(stretches);
        all.addAll(more);
        all.sort(Comparator.comparingLong(Stretch::from).thenComparingLong(Stretch::to));
        List<Stretch> union = new ArrayList<>();
        for (Stretch stretch : all) {
            int last = union.size() - 1;
            if (last >= 0 && stretch.from() <= union.get(last).to()) {
                Stretch open = union.get(last);
                union.set(last, new Stretch(open.from(), Math.max(open.to(), stretch.to())));
            } else {
                union.add(stretch);
            }
        }
        while (union.size() > MAX) {
            int shortest = 1;
            for (int i = 2; i < union.size(); i++) {
                if (pauseBefore(union, i) < pauseBefore(union, shortest)) {
                    shortest = i;
                }
            }
            Stretch joined = union.remove(shortest);
            union.set(shortest - 1, new Stretch(union.get(shortest - 1).from(), joined.to()));
        }
        return new DisjointIntervals(union);
    }

    private static long pauseBefore(List<Stretch> union, int i) {
        return union.get(i).from() - union.get(i - 1).to();
    }

    /** @return true if there is none */
    public boolean isEmpty() {
        return stretches.isEmpty();
    }
}
