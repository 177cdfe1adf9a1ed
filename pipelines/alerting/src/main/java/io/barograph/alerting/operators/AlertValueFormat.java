package io.barograph.alerting.operators;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Numbers and times as people read them. Times are UTC. */
final class AlertValueFormat {
    private static final DateTimeFormatter MINUTE =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm", Locale.ROOT).withZone(ZoneOffset.UTC);
    private static final String[] PREFIXES = {"", "k", "M", "G", "T", "P", "E"};
    private static final double STEP = 1000;
    private static final int MAX_PART = 200;

    private AlertValueFormat() {}

    static String time(long millis) {
        return MINUTE.format(Instant.ofEpochMilli(millis)) + " UTC";
    }

    static String duration(long millis) {
        Duration time = Duration.ofMillis(millis);
        if (time.toMinutes() < 2) {
            return time.toSeconds() + " s";
        }
        if (time.toHours() < 2) {
            return time.toMinutes() + " min";
        }
        return time.toDays() < 2
                ? time.toHours() + " h " + time.toMinutesPart() + " min"
                : time.toDays() + " d " + time.toHoursPart() + " h";
    }

    /** With three digits and a decimal prefix: 12.3 GB/s. */
    static String amount(double value, String unit) {
        double scaled = value;
        int prefix = 0;
        while (Math.abs(scaled) >= STEP && prefix < PREFIXES.length - 1) {
            scaled /= STEP;
            prefix++;
        }
        return number(scaled) + " " + PREFIXES[prefix] + unit;
    }

    static String number(double value) {
        double magnitude = Math.abs(value);
        return String.format(Locale.ROOT, magnitude >= 100 ? "%.0f" : magnitude >= 10 ? "%.1f" : "%.2f", value);
    }

    static String percent(double fraction) {
        return String.format(Locale.ROOT, "%.0f %%", 100 * fraction);
    }

    /** One part of a path, or the value of a variable; an empty one for what is too long to be linked. */
    static String encoded(String part) {
        return part.length() > MAX_PART
                ? ""
                : URLEncoder.encode(part, StandardCharsets.UTF_8).replace("+", "%20");
    }

    static String dashboard(String uid, String fileSystem) {
        return uid + "?var-fs=" + encoded(fileSystem);
    }
}
