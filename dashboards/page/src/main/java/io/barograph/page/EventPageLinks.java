package io.barograph.page;

import io.barograph.schemas.ContentionEvent;
import io.barograph.schemas.EventKinds;
import java.time.Instant;

/** Where the pages of events are. */
final class EventPageLinks {
    private EventPageLinks() {}

    /** {@code /events/FILE_SYSTEM/TYPE/OPENED}, opened in milliseconds since the epoch. */
    static String path(ContentionEvent event) {
        return PageLinks.path(
                "events",
                event.getFileSystem(),
                event.getType().name(),
                Long.toString(opened(event).toEpochMilli()));
    }

    static boolean isAt(ContentionEvent event, String fileSystem, String type, long openedMillis) {
        return event.getFileSystem().equals(fileSystem)
                && event.getType().name().equalsIgnoreCase(type)
                && (opened(event).toEpochMilli() == openedMillis
                        || event.getOnset().toEpochMilli() == openedMillis);
    }

    static Instant opened(ContentionEvent event) {
        return event.getOpenedAt() == null ? event.getOnset() : event.getOpenedAt();
    }

    /** When the slowness began, as far as that is known. */
    static Instant began(ContentionEvent event) {
        return event.getStart() == null ? event.getOnset() : event.getStart();
    }

    /** Harm, as apart from a condition. */
    static boolean isHarm(ContentionEvent event) {
        return EventKinds.isHarm(event.getKind());
    }
}
