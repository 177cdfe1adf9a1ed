package io.barograph.schemas;

import java.util.EnumSet;

/** What kinds of events have in common. */
public final class EventKinds {
    private static final EnumSet<EventKind> HARM =
            EnumSet.of(EventKind.CONTENTION, EventKind.DEGRADED, EventKind.UNEXPLAINED);

    private EventKinds() {}

    /** @return true if such an event makes jobs slow, whatever the reason */
    public static boolean isHarm(EventKind kind) {
        return HARM.contains(kind);
    }
}
