package io.barograph.schemas.admission;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Locale;
import java.util.Map;

/** Checks fields of one record and remembers the first one that is out of bounds. */
final class FieldChecks {
    /** Parallel file systems with counters are younger; 32-bit clocks that lost their battery say 1970 or 1980. */
    static final Instant MIN_TIME = Instant.parse("2000-01-01T00:00:00Z");

    /** Nanoseconds since the epoch overflow in 2262, and a century of file systems is enough. */
    static final Instant MAX_TIME = Instant.parse("2100-01-01T00:00:00Z");

    /** Longer than any walltime limit; loops over hours and days of a job end. */
    static final Duration MAX_RUN = Duration.ofDays(2 * 366);

    /** Kafka refuses timestamps that are further ahead ({@code message.timestamp.after.max.ms}). */
    static final Duration MAX_AHEAD = Duration.ofHours(1);

    /** A file and a line of it, or a command line: where a collector read ({@code PATH_MAX} is 4 096). */
    static final int MAX_SOURCE = 8_192;

    /** What a server or scheduler says of a state. */
    static final int MAX_REMARK = 512;

    /** Text that people read. */
    static final int MAX_TEXT = 64 * 1024;

    /**
     * A counter of a server. 100 GB/s for 17 months, 10 GB/s for 14 years; a difference of two, and a sum of two of them
     * less one, stays within 64 bits.
     */
    static final long MAX_COUNTER = 1L << 62;

    /** Kinds of metadata operations; Lustre has two dozen. */
    static final int MAX_KINDS = 256;

    /** Nodes of one job; the largest systems have 200 000. */
    static final int MAX_NODES = 1_000_000;

    /** Processes of one job; the largest systems have 20 million cores. */
    static final int MAX_PROCESSES = 100_000_000;

    /** Between two samples; what comes once a day is none. */
    static final int MAX_INTERVAL_MILLIS = 86_400_000;

    private static final int MAX_SHOWN = 100;

    private String refusal;

    boolean isAdmitted() {
        return refusal == null;
    }

    String refusal() {
        return refusal;
    }

    void refuse(String field, Object value, String bound) {
        if (refusal == null) {
            refusal = field + " is " + shown(value) + "; " + bound;
        }
    }

    private static String shown(Object value) {
        if (!(value instanceof CharSequence text)) {
            return String.valueOf(value);
        }
        String cut = text.subSequence(0, Math.min(MAX_SHOWN, text.length())).toString();
        return '"' + cut.replaceAll("[\\p{C}\\p{Zl}\\p{Zp}]", "?") + (text.length() > MAX_SHOWN ? "..." : "") + '"';
    }

    void sameTime(long payload, long timestamp) {
        if (payload != timestamp) {
            refuse(
                    "Kafka's timestamp",
                    timestamp + " ms",
                    "the record's own time is " + payload
                            + " ms, and both must be the same (topics need message.timestamp.type=CreateTime)");
        }
    }

    void time(String field, Instant time) {
        if (time != null && (time.isBefore(MIN_TIME) || time.isAfter(MAX_TIME))) {
            refuse(field, time, "a time lies between " + MIN_TIME + " and " + MAX_TIME);
        }
    }

    /** Both times are within the calendar, and the end is not before the start, nor too long after it. */
    void span(String startField, Instant start, String endField, Instant end, Duration max) {
        time(startField, start);
        time(endField, end);
        if (start == null || end == null || refusal != null) {
            return;
        }
        if (end.isBefore(start)) {
            refuse(endField, end, "it is before " + startField + " " + start);
        } else if (Duration.between(start, end).compareTo(max) > 0) {
            refuse(endField, end, "it is more than " + max.toDays() + " days after " + startField + " " + start);
        }
    }

    /** The first time is not later than the second by more than a tolerance of clocks. */
    void notAfter(String field, Instant time, String otherField, Instant other, Duration tolerance) {
        if (refusal == null && time != null && other != null && time.isAfter(other.plus(tolerance))) {
            refuse(field, time, "it is more than " + tolerance.toSeconds() + " s after " + otherField + " " + other);
        }
    }

    void interval(int millis) {
        if (millis <= 0 || millis > MAX_INTERVAL_MILLIS) {
            refuse(
                    "intervalMillis",
                    millis,
                    "an interval is positive, and no longer than " + MAX_INTERVAL_MILLIS + " ms");
        }
    }

    /** An identity: not blank, and as {@link NameRule} says. */
    void name(String field, String name) {
        name(field, name, NameRule.MAX_NAME);
    }

    /** As {@link #name(String, String)}, of several names that are joined. */
    void name(String field, String name, int max) {
        if (name == null || name.isBlank()) {
            refuse(field, name, "a name is not blank");
            return;
        }
        optionalName(field, name, max);
    }

    void optionalName(String field, String name) {
        optionalName(field, name, NameRule.MAX_NAME);
    }

    void optionalName(String field, String name, int max) {
        text(field, name, max);
        if (name != null && refusal == null) {
            refuseCharacter(field, name, NameRule.notOfNames(name), NameRule.NAMES);
        }
    }

    /** A path, or a command line with its arguments. */
    void path(String field, String path) {
        text(field, path, NameRule.MAX_PATH);
        if (path != null && refusal == null) {
            refuseCharacter(field, path, NameRule.notOfPaths(path), NameRule.PATHS);
        }
    }

    private void refuseCharacter(String field, String text, int character, String rule) {
        if (character >= 0) {
            refuse(field, text, String.format(Locale.ROOT, "%s, not U+%04X", rule, character));
        }
    }

    /** Some words on one line, which nothing is identified by. */
    void remark(String field, String remark) {
        text(field, remark, MAX_REMARK);
        if (remark != null && refusal == null && remark.chars().anyMatch(Character::isISOControl)) {
            refuse(field, remark, "it has no control characters");
        }
    }

    void text(String field, String text, int max) {
        if (text != null && text.length() > max) {
            refuse(field, text, "it has " + text.length() + " characters, at most " + max + " are taken");
        }
    }

    void size(String field, int size, int max) {
        if (size > max) {
            refuse(field, size + " entries", "at most " + max + " are taken");
        }
    }

    void size(String field, Collection<?> list, int max) {
        if (list != null) {
            size(field, list.size(), max);
        }
    }

    void counter(String field, Long value) {
        count(field, value, MAX_COUNTER);
    }

    void count(String field, Long value, long max) {
        if (value != null) {
            count(field, value.longValue(), max);
        }
    }

    void count(String field, long value, long max) {
        if (value < 0 || value > max) {
            refuse(field, value, "it lies between 0 and " + max);
        }
    }

    void count(String field, Integer value, int max) {
        if (value != null) {
            count(field, value.longValue(), max);
        }
    }

    /** As {@link #count}, where Darshan's -1 says that it was not recorded. */
    void recorded(String field, Long value, long max) {
        if (value != null && value != -1) {
            count(field, value.longValue(), max);
        }
    }

    void number(String field, Double value, double min, double max) {
        if (value != null && !(value >= min && value <= max)) {
            refuse(field, value, "it is a number between " + min + " and " + max);
        }
    }

    void counters(String field, Map<String, Long> counters) {
        if (counters == null) {
            return;
        }
        size(field, counters.size(), MAX_KINDS);
        for (Map.Entry<String, Long> counter : counters.entrySet()) {
            if (refusal != null) {
                return;
            }
            name("kind of " + field, counter.getKey());
            counter(field + " " + shown(counter.getKey()), counter.getValue());
        }
    }
}
