package io.barograph.page;

import io.barograph.pictures.UnitScale;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.function.Function;

/** Numbers and times for people. What is null is not known, and says so. */
final class LivePageFormat {
    static final String UNKNOWN = "unknown";

    private static final DateTimeFormatter DAY_AND_TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT).withZone(ZoneOffset.UTC);
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT).withZone(ZoneOffset.UTC);

    private LivePageFormat() {}

    /** A dash for what is null because there is none. */
    static <T> String orDash(T value, Function<T, String> words) {
        return value == null ? "-" : words.apply(value);
    }

    static String bytesPerSecond(Double value) {
        return value == null ? UNKNOWN : inUnit("B/s", value);
    }

    static String bytes(Number value) {
        return value == null ? UNKNOWN : inUnit("B", value.doubleValue());
    }

    private static String inUnit(String unit, double value) {
        UnitScale scale = UnitScale.of(unit, value);
        double shown = value / scale.factor();
        return String.format(Locale.ROOT, shown >= 100 || shown == 0 ? "%.0f %s" : "%.2f %s", shown, scale.unit());
    }

    static String perSecond(Double operations) {
        return operations == null
                ? UNKNOWN
                : String.format(Locale.ROOT, operations >= 100 ? "%,.0f /s" : "%.1f /s", operations);
    }

    static String operations(double value) {
        return String.format(Locale.ROOT, "%,.0f operations", value);
    }

    static String percent(Double fraction) {
        return fraction == null ? UNKNOWN : String.format(Locale.ROOT, "%.0f %%", 100 * fraction);
    }

    static String ratio(Double value) {
        return value == null ? UNKNOWN : String.format(Locale.ROOT, "%.2f", value);
    }

    static String seconds(Double value) {
        return value == null
                ? UNKNOWN
                : value < 1
                        ? String.format(Locale.ROOT, "%.2f ms", value * 1e3)
                        : String.format(Locale.ROOT, "%.2f s", value);
    }

    /** UTC, as all times of the page. */
    static String moment(Instant time) {
        return time == null ? UNKNOWN : DAY_AND_TIME.format(time);
    }

    static String timeOfDay(Instant time) {
        return TIME.format(time);
    }

    static String length(Instant from, Instant to) {
        if (from == null || to == null) {
            return UNKNOWN;
        }
        Duration length = Duration.between(from, to).truncatedTo(ChronoUnit.SECONDS);
        if (length.toDays() > 0) {
            return length.toDays() + " d " + length.toHoursPart() + " h";
        }
        if (length.toHours() > 0) {
            return length.toHours() + " h " + length.toMinutesPart() + " min";
        }
        return length.toMinutes() > 0
                ? length.toMinutes() + " min " + length.toSecondsPart() + " s"
                : length.toSeconds() + " s";
    }
}
