package io.barograph.schemas.admission;

import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.function.ToIntFunction;
import org.apache.avro.Schema;

/** What the value of a field may be. A schema names its kind in the property {@code bound}. */
@FunctionalInterface
interface FieldBound {
    /** Parallel file systems with counters are younger; 32-bit clocks that lost their battery say 1970 or 1980. */
    Instant MIN_TIME = Instant.parse("2000-01-01T00:00:00Z");

    /** Nanoseconds since the epoch overflow in 2262, and a century of file systems is enough. */
    Instant MAX_TIME = Instant.parse("2100-01-01T00:00:00Z");

    /** Longer than any walltime limit; loops over hours and days of a job end. */
    Duration MAX_RUN = Duration.ofDays(2 * 366);

    /** A file and a line of it, or a command line: where a collector read ({@code PATH_MAX} is 4 096). */
    int MAX_SOURCE = 8_192;

    /** What a server or scheduler says of a state. */
    int MAX_REMARK = 512;

    /** Text that people read. */
    int MAX_TEXT = 64 * 1024;

    /**
     * A counter of a server. 100 GB/s for 17 months, 10 GB/s for 14 years; a difference of two, and a sum of two of them
     * less one, stays within 64 bits.
     */
    long MAX_COUNTER = 1L << 62;

    /**
     * Bytes of one run in one direction: the largest file systems at full speed for a day, 1 EB. Operations of one run: 20
     * million processes with a million a second for an hour, and more.
     */
    long MAX_RECORDED = 1_000_000_000_000_000_000L;

    /** Nodes of one job; the largest systems have 200 000. */
    int MAX_NODES = 1_000_000;

    /** Processes of one job; the largest systems have 20 million cores. */
    int MAX_PROCESSES = 100_000_000;

    /** Between two samples; what comes once a day is none. */
    int MAX_INTERVAL_MILLIS = 86_400_000;

    int MAX_SHOWN = 100;

    FieldBound NAME = name(NameRule.MAX_NAME);

    /** {@return why the value is refused: the field, the value and the bound; null if it is admitted} */
    String refusal(String field, Object value);

    /** @throws IllegalArgumentException if there is no such kind */
    static FieldBound of(String kind, Schema.Field field) {
        return switch (kind) {
            case "name" -> name(max(field, NameRule.MAX_NAME).intValue());
            case "optionalName" -> optionalName(max(field, NameRule.MAX_NAME).intValue());
            case "path" -> seenText(NameRule.MAX_PATH, NameRule::notOfPaths, NameRule.PATHS);
            case "remark" -> remark();
            case "source" -> (path, text) -> tooLong(path, (String) text, MAX_SOURCE);
            case "text" -> (path, text) -> tooLong(path, (String) text, MAX_TEXT);
            case "time" -> time(MIN_TIME);
            // Some versions of Lustre count from the start of the server: early times only say that little is known.
            case "entryTime" -> time(Instant.EPOCH);
            case "interval" -> interval();
            case "counter" -> count(MAX_COUNTER);
            case "count" -> count(max(field, null).longValue());
            case "nodes" -> count(MAX_NODES);
            case "processes" -> count(MAX_PROCESSES);
            case "recorded" -> recorded(max(field, MAX_RECORDED).longValue());
            case "number" ->
                number(number(field, "min", 0).doubleValue(), max(field, null).doubleValue());
            case "rankSeconds" -> // summed over ranks
                number(-1, (double) MAX_PROCESSES * MAX_RUN.toSeconds());
            default -> throw new IllegalArgumentException(field.name() + " has the unknown bound " + kind);
        };
    }

    private static Number max(Schema.Field field, Number otherwise) {
        return number(field, "max", otherwise);
    }

    /** {@return a property of a field; the other number where it has none} */
    static Number number(Schema.Field field, String property, Number otherwise) {
        return field.getObjectProp(property) instanceof Number number ? number : otherwise;
    }

    static String refused(String field, Object value, String bound) {
        return field + " is " + shown(value) + "; " + bound;
    }

    static String shown(Object value) {
        if (!(value instanceof CharSequence text)) {
            return String.valueOf(value);
        }
        String cut = text.subSequence(0, Math.min(MAX_SHOWN, text.length())).toString();
        return '"' + cut.replaceAll("[\\p{C}\\p{Zl}\\p{Zp}]", "?") + (text.length() > MAX_SHOWN ? "..." : "") + '"';
    }

    private static String tooLong(String field, String text, int max) {
        return text.length() <= max
                ? null
                : refused(field, text, "it has " + text.length() + " characters, at most " + max + " are taken");
    }

    /** An identity: not blank, and as {@link NameRule} says. */
    private static FieldBound name(int max) {
        FieldBound optional = optionalName(max);
        return (field, name) ->
                ((String) name).isBlank() ? refused(field, name, "a name is not blank") : optional.refusal(field, name);
    }

    private static FieldBound optionalName(int max) {
        return seenText(max, NameRule::notOfNames, NameRule.NAMES);
    }

    private static FieldBound seenText(int max, ToIntFunction<String> wrongCharacter, String rule) {
        return (field, value) -> {
            String text = (String) value;
            String tooLong = tooLong(field, text, max);
            int character = tooLong == null ? wrongCharacter.applyAsInt(text) : -1;
            return character < 0
                    ? tooLong
                    : refused(field, text, String.format(Locale.ROOT, "%s, not U+%04X", rule, character));
        };
    }

    /** Some words on one line, which nothing is identified by. */
    private static FieldBound remark() {
        return (field, value) -> {
            String remark = (String) value;
            String tooLong = tooLong(field, remark, MAX_REMARK);
            return tooLong == null && remark.chars().anyMatch(Character::isISOControl)
                    ? refused(field, remark, "it has no control characters")
                    : tooLong;
        };
    }

    private static FieldBound time(Instant min) {
        return (field, value) -> {
            Instant time = (Instant) value;
            return time.isBefore(min) || time.isAfter(MAX_TIME)
                    ? refused(field, time, "a time lies between " + min + " and " + MAX_TIME)
                    : null;
        };
    }

    private static FieldBound interval() {
        return (field, value) -> (int) value <= 0 || (int) value > MAX_INTERVAL_MILLIS
                ? refused(field, value, "an interval is positive, and no longer than " + MAX_INTERVAL_MILLIS + " ms")
                : null;
    }

    static FieldBound count(long max) {
        return (field, value) -> {
            long count = ((Number) value).longValue();
            return count < 0 || count > max ? refused(field, value, "it lies between 0 and " + max) : null;
        };
    }

    /** As {@link #count}, where Darshan's -1 says that it was not recorded. */
    private static FieldBound recorded(long max) {
        FieldBound count = count(max);
        return (field, value) -> ((Number) value).longValue() == -1 ? null : count.refusal(field, value);
    }

    private static FieldBound number(double min, double max) {
        return (field, value) -> (double) value >= min && (double) value <= max
                ? null
                : refused(field, value, "it is a number between " + min + " and " + max);
    }
}
