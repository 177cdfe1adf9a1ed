package io.barograph.schemas.activity;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/**
 * Passes once over accesses in the order of their begins; O(n log n) for n accesses. Accesses that touch belong together.
 * Results do not depend on the order of the input.
 */
final class SweepLine {
    private static final Comparator<FileAccess> IN_TIME = Comparator.comparingLong(FileAccess::beginMicros)
            .thenComparing(Comparator.comparingLong(FileAccess::endMicros).reversed())
            .thenComparingLong(FileAccess::file)
            .thenComparing(FileAccess::direction)
            .thenComparingLong(FileAccess::bytes);

    private SweepLine() {}

    /** @return the union of the accesses: disjoint spans that do not touch, in time order */
    static List<ActivitySpan> union(Collection<FileAccess> accesses) {
        List<ActivitySpan> spans = new ArrayList<>();
        ActivitySpan open = null;
        for (FileAccess access : accesses.stream().sorted(IN_TIME).toList()) {
            if (open != null && access.beginMicros() <= open.endMicros()) {
                open = new ActivitySpan(
                        open.beginMicros(),
                        Math.max(open.endMicros(), access.endMicros()),
                        Math.addExact(open.bytes(), access.bytes()));
            } else {
                if (open != null) {
                    spans.add(open);
                }
                open = new ActivitySpan(access.beginMicros(), access.endMicros(), access.bytes());
            }
        }
        if (open != null) {
            spans.add(open);
        }
        return spans;
    }

    /**
     * Of the accesses that begin no later than the time covered so far, the one that lasts longest is taken whenever the
     * next one would leave a gap; no smaller set covers the same time.
     *
     * @return the fewest accesses whose union is that of all, in time order
     */
    static List<FileAccess> coveringSet(Collection<FileAccess> accesses) {
        List<FileAccess> covering = new ArrayList<>();
        FileAccess taken = null;
        FileAccess longest = null;
        for (FileAccess access : accesses.stream().sorted(IN_TIME).toList()) {
            if (taken != null && longest != null && access.beginMicros() > taken.endMicros()) {
                covering.add(longest);
                taken = longest;
                longest = null;
            }
            if (taken == null || access.beginMicros() > taken.endMicros()) {
                // The first of those that begin together is the longest one.
                covering.add(access);
                taken = access;
            } else if (access.endMicros() > (longest == null ? taken : longest).endMicros()) {
                longest = access;
            }
        }
        if (longest != null) {
            covering.add(longest);
        }
        return covering;
    }
}
