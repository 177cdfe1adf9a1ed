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
     * @param share share of the load that one job has; NaN if it is not known
     * @return false if so little of it cannot be the reason by itself
     */
    public static boolean isExplainedBy(double share) {
        return !(share < MAIN_SHARE);
    }
}
