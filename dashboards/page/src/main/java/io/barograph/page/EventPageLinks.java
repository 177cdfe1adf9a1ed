package io.barograph.page;

import io.barograph.schemas.ContentionEvent;
import io.barograph.schemas.EventKinds;
import io.barograph.schemas.EventServers;
import java.time.Instant;
import java.util.Locale;

/** Names of events, and where their pages are. */
final class EventPageLinks {
    private EventPageLinks() {}

    /** Names no job and no user, so that everybody may read it. */
    static String title(ContentionEvent event) {
        String type = event.getType().name().toLowerCase(Locale.ROOT);
        String name = event.getServer().isEmpty() ? event.getFileSystem() : EventServers.words(event);
        String is = event.getServerCount() > 1 ? " are" : " is";
        return switch (event.getKind()) {
            case SUSTAINED -> "Sustained " + type + " load on " + name;
            case CONTENTION -> "Contention by " + type + " load on " + name;
            case DEGRADED -> name + is + " slow without load";
            case UNEXPLAINED -> name + is + " slow, cause unknown";
            case CAPACITY -> name + is + " nearly full (" + type + ")";
            default -> event.getKind().name().toLowerCase(Locale.ROOT) + " of " + name;
        };
    }

    /** {@code /events/FILE_SYSTEM/TYPE/OPENED}, opened in milliseconds since the epoch. */
    static String path(ContentionEvent event) {
        return PageLinks.path(
                "events", event.getFileSystem(), event.getType().name(), Long.toString(millis(opened(event))));
    }

    static boolean isAt(ContentionEvent event, String fileSystem, String type, long openedMillis) {
        return event.getFileSystem().equals(fileSystem)
                && event.getType().name().equalsIgnoreCase(type)
                && (millis(opened(event)) == openedMillis || millis(event.getOnset()) == openedMillis);
    }

    static Instant opened(ContentionEvent event) {
        return event.getOpenedAt() == null ? event.getOnset() : event.getOpenedAt();
    }

    /** When the slowness began, as far as that is known. */
    static Instant began(ContentionEvent event) {
        return event.getStart() == null ? event.getOnset() : event.getStart();
    }

    private static long millis(Instant time) {
        return time.toEpochMilli();
    }

    /** Harm, as apart from a condition. */
    static boolean isHarm(ContentionEvent event) {
        return EventKinds.isHarm(event.getKind());
    }
}
