package io.barograph.verdicts.why;

import io.barograph.schemas.ContentionEvent;
import io.barograph.schemas.EventKind;
import io.barograph.schemas.EventType;
import java.time.Duration;
import java.time.Instant;

final class EventTimes {
    private EventTimes() {}

    static Instant begin(ContentionEvent event) {
        return event.getStart() == null ? event.getOnset() : event.getStart();
    }

    /** Time that the event and a span have in common. */
    static Duration overlap(ContentionEvent event, Instant from, Instant to) {
        Instant begin = begin(event).isAfter(from) ? begin(event) : from;
        Instant end = event.getEnd() == null || event.getEnd().isAfter(to) ? to : event.getEnd();
        return end.isAfter(begin) ? Duration.between(begin, end) : Duration.ZERO;
    }

    static boolean covers(ContentionEvent event, Instant at) {
        return !begin(event).isAfter(at)
                && (event.getEnd() == null || !event.getEnd().isBefore(at));
    }

    /** Contention or slowness without load, with the harm that it did. */
    static boolean namesCause(ContentionEvent event) {
        return event.getKind() == EventKind.CONTENTION || event.getKind() == EventKind.DEGRADED;
    }

    static SlownessCause answer(ContentionEvent event) {
        if (event.getKind() == EventKind.DEGRADED) {
            return SlownessCause.DEGRADED_HARDWARE;
        }
        return event.getType() == EventType.METADATA ? SlownessCause.METADATA : SlownessCause.LOAD;
    }
}
