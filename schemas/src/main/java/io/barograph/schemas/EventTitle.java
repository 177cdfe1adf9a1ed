package io.barograph.schemas;

import java.util.Locale;

/** Titles of events in words. They name no job and no user, so that everybody may read them. */
public final class EventTitle {
    private EventTitle() {}

    /** @return for instance {@code Write contention on scratch}; where there is a server its file system stands beside it */
    public static String of(ContentionEvent event) {
        String where = where(event);
        return switch (event.getKind()) {
            case TRANSIENT -> "Peak of " + load(event.getType()) + " on " + where;
            case SUSTAINED -> "Sustained " + load(event.getType()) + " on " + where;
            case CONTENTION ->
                event.getType() == EventType.HOTSPOT
                        ? "Hotspot on " + where
                        : titleCase(event.getType()) + " contention on " + where;
            case DEGRADED -> "Degraded " + operations(event.getType()) + " on " + where;
            case UNEXPLAINED -> "Slow " + operations(event.getType()) + " on " + where + ", cause unknown";
            case CAPACITY ->
                where + (event.getType() == EventType.INODES ? " is nearly out of inodes" : " is nearly full");
            default -> "Event on " + where;
        };
    }

    private static String where(ContentionEvent event) {
        if (event.getServer().isBlank()) {
            return event.getFileSystem();
        }
        String servers = EventServers.words(event);
        return event.getServer().startsWith(event.getFileSystem()) ? servers : servers + " of " + event.getFileSystem();
    }

    private static String load(EventType type) {
        return type.name().toLowerCase(Locale.ROOT) + " load";
    }

    private static String titleCase(EventType type) {
        return type.name().charAt(0) + type.name().substring(1).toLowerCase(Locale.ROOT);
    }

    private static String operations(EventType type) {
        return switch (type) {
            case READ -> "reads";
            case WRITE -> "writes";
            case METADATA -> "metadata operations";
            default -> "I/O";
        };
    }
}
