package io.barograph.schemas;

import java.util.EnumSet;

/** What kinds of events have in common. */
public final class EventKinds {
    private static final EnumSet<EventKind> HARM =
            EnumSet.of(EventKind.CONTENTION, EventKind.DEGRADED, EventKind.UNEXPLAINED);

    /** Without a job that has less of the load, others would have been slow as well. */
    private static final double MAIN_SHARE = 0.25;

    private EventKinds() {}

    /** @return true if such an event makes jobs slow, whatever the reason */
    public static boolean isHarm(EventKind kind) {
        return HARM.contains(kind);
    }

    /**
     * @param share share of the load that the job with most of it has; NaN if it is not known
     * @param unattributed share that no job is known for; NaN if it is not known
     * @return false if no job has so much of it that it can be the reason by itself
     */
    public static boolean isExplained(double share, double unattributed) {
        return !(share < MAIN_SHARE && unattributed < MAIN_SHARE);
    }

    /** @return {@link #isExplained(double, double)} of its first suspect; true without one */
    public static boolean isExplained(ContentionEvent event) {
        if (event.getSuspects().isEmpty()) {
            return true;
        }
        Double share = event.getSuspects().get(0).getShare();
        Double unattributed = event.getUnattributedShare();
        return share == null || unattributed == null || isExplained(share, unattributed);
    }
}
