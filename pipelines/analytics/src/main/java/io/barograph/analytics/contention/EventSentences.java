package io.barograph.analytics.contention;

import io.barograph.schemas.EventType;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;

/** Says an event in plain words with its numbers. */
public final class EventSentences {
    private EventSentences() {}

    /**
     * @param event what is known of an event
     * @return one or two sentences
     */
    public static String of(TrackedEvent event) {
        return switch (event.kind()) {
            case CONTENTION -> contention(event);
            case DEGRADED -> degraded(event);
            case CAPACITY -> capacity(event);
            default -> "";
        };
    }

    private static String contention(TrackedEvent event) {
        String load =
                switch (event.type()) {
                    case READ -> "reads";
                    case WRITE -> "writes";
                    case METADATA -> "metadata operations";
                    default -> "load on " + event.server();
                };
        return String.format(
                Locale.ROOT,
                "%s of %s made others up to %.1f times slower%s.",
                capitalized(load),
                rate(event.peakPerSecond(), event.type()),
                event.worstSlowdown(),
                lasting(event));
    }

    private static String degraded(TrackedEvent event) {
        String where = event.server().isEmpty()
                ? event.type() == EventType.METADATA ? "The metadata servers are" : "The data servers are"
                : event.server() + " is";
        return String.format(
                Locale.ROOT,
                "%s up to %.1f times slower than usual without load that explains it%s.",
                event.isOpen() ? where : where.replace(" are", " were").replace(" is", " was"),
                event.worstSlowdown(),
                lasting(event));
    }

    private static String capacity(TrackedEvent event) {
        String of = event.type() == EventType.INODES ? "inodes" : "space";
        return event.isOpen()
                ? String.format(
                        Locale.ROOT,
                        "%.1f %% of the %s of the fullest target is in use, since %s more than %.0f %%; %s was the first.",
                        100 * event.fullness(),
                        of,
                        time(event.start()),
                        100 * event.threshold(),
                        event.server())
                : String.format(
                        Locale.ROOT,
                        "There is room again: %.1f %% of the %s of the fullest target is in use%s.",
                        100 * event.fullness(),
                        of,
                        lasting(event));
    }

    private static String lasting(TrackedEvent event) {
        if (event.isOpen()) {
            return ", since " + time(event.start());
        }
        Duration lasted = Duration.ofMillis(event.end() - event.start());
        String length = lasted.toMinutes() < 10
                ? lasted.toSeconds() + " s"
                : lasted.toHours() < 10 ? lasted.toMinutes() + " min" : lasted.toHours() + " h";
        return " for " + length + ", from " + time(event.start());
    }

    private static String time(long millis) {
        return Instant.ofEpochMilli(millis).truncatedTo(ChronoUnit.SECONDS).toString();
    }

    private static String rate(double perSecond, EventType type) {
        if (Double.isNaN(perSecond)) {
            return "unknown rate";
        }
        return type == EventType.METADATA
                ? String.format(Locale.ROOT, "%.0f/s", perSecond)
                : String.format(Locale.ROOT, "%.2f GB/s", perSecond / 1e9);
    }

    private static String capitalized(String words) {
        return Character.toUpperCase(words.charAt(0)) + words.substring(1);
    }
}
