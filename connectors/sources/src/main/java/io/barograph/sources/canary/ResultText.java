package io.barograph.sources.canary;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

final class ResultText {
    /** {@code Sat Nov 21 07:14:16 2026}, as {@code ctime} writes it; a day below 10 has a blank before it. */
    private static final DateTimeFormatter CTIME = DateTimeFormatter.ofPattern("EEE MMM d HH:mm:ss yyyy", Locale.ROOT);

    static final DateTimeFormatter MDTEST = DateTimeFormatter.ofPattern("MM/dd/yyyy HH:mm:ss", Locale.ROOT);
    static final DateTimeFormatter IO500 = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT);
    private static final double MAX_SECONDS = 1e8;

    private ResultText() {}

    /** @return {@code otherwise} if the text is no time */
    static Instant ctime(String text, ZoneId zone, Instant otherwise) {
        return time(text.strip().replaceAll(" +", " "), CTIME, zone, otherwise);
    }

    /** @return {@code otherwise} if the text is no time */
    static Instant time(String text, DateTimeFormatter form, ZoneId zone, Instant otherwise) {
        try {
            return LocalDateTime.parse(text.strip(), form).atZone(zone).toInstant();
        } catch (DateTimeException e) {
            return otherwise;
        }
    }

    /** @return a number that is not negative; null if it is {@code -}, {@code inf} or no number */
    static Double number(String text) {
        if (!text.matches("[0-9]{1,18}(\\.[0-9]{0,18})?(e[+-]?[0-9]{1,3})?")) {
            return null;
        }
        double value = Double.parseDouble(text);
        return Double.isFinite(value) ? value : null;
    }

    /** @return a whole number; null if it is none, or too large */
    static Long whole(String text) {
        try {
            long value = Long.parseLong(text.strip());
            return value < 0 ? null : value;
        } catch (NumberFormatException e) {
            return null;
        }
    }

    static Integer small(String text) {
        Long value = whole(text);
        return value == null || value > Integer.MAX_VALUE ? null : value.intValue();
    }

    static Duration seconds(Double seconds) {
        return seconds == null || seconds > MAX_SECONDS ? Duration.ZERO : Duration.ofNanos(Math.round(seconds * 1e9));
    }
}
