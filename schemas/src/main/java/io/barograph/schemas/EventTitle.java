package io.barograph.schemas;

import java.util.Locale;

/** Titles of events in words. They name no job and no user, so that everybody may read them. */
public final class EventTitle {
    private EventTitle() {}

    /** @return for instance {@code Write contention on scratch} */
    public static String of(ContentionEvent event) {
        String type = event.getType().name().toLowerCase(Locale.ROOT);
        String name = event.getServer().isBlank() ? event.getFileSystem() : EventServers.words(event);
        String is = event.getServerCount() > 1 ? " are" : " is";
        return switch (event.getKind()) {
            case TRANSIENT -> "Peak of " + type + " load on " + name;
            case SUSTAINED -> "Sustained " + type + " load on " + name;
            case CONTENTION ->
                type.substring(0, 1).toUpperCase(Locale.ROOT)
                        + type.substring(1)
                        + (event.getType() == EventType.HOTSPOT ? " on " : " contention on ")
                        + name;
            case DEGRADED -> name + is + " slow without load";
            case UNEXPLAINED -> name + is + " slow, cause unknown";
            case CAPACITY -> name + is + " nearly full (" + type + ")";
            default -> "Event on " + name;
        };
    }
}
