package io.barograph.schemas.admission;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.avro.Schema;
import org.apache.avro.generic.IndexedRecord;

/**
 * The bounds that stand in the schema of a record type, read once: properties of its fields.
 *
 * <ul>
 *   <li>{@code bound}: what the value, or each entry of an array or map, is: a kind of {@link FieldBound#of}, some with
 *       {@code min} and {@code max}.
 *   <li>{@code maxSize}: entries of an array or map; {@code keys}: what the keys of a map are called, which are names.
 *   <li>{@code since}: the field with the time that this one is not before, and no more than {@code maxDays} after.
 *   <li>{@code notAfter}: the field with the time that this one is after by no more than {@code toleranceSeconds}.
 *   <li>{@code refuseUnknown}: why a symbol that this version does not know is refused.
 *   <li>{@code why}: why the bound is where it is.
 * </ul>
 *
 * <p>A value that is null is within them.
 */
final class RecordBounds {
    private static final Set<String> PROPERTIES = Set.of(
            "bound",
            "min",
            "max",
            "maxSize",
            "keys",
            "since",
            "maxDays",
            "notAfter",
            "toleranceSeconds",
            "refuseUnknown",
            "why");

    /** Kafka refuses timestamps that are further ahead ({@code message.timestamp.after.max.ms}). */
    private static final Duration MAX_AHEAD = Duration.ofHours(1);

    private final RecordCheck[] checks;

    private interface RecordCheck {
        /** {@return why the record is refused; null if it is not} */
        String refusal(IndexedRecord record);
    }

    private RecordBounds(List<RecordCheck> checks) {
        this.checks = checks.toArray(RecordCheck[]::new);
    }

    /** {@return all bounds: first of single values, then of two times, then of arrays and maps} */
    static RecordBounds of(Schema schema) {
        return of(schema, "");
    }

    /** {@return the calendar alone, for each time of the record} */
    static RecordBounds ofTimes(Schema schema) {
        return new RecordBounds(schema.getFields().stream()
                .filter(field -> "time".equals(field.getProp("bound")))
                .map(field -> check(field, field.name(), FieldBound.of("time", field)))
                .toList());
    }

    private static RecordBounds of(Schema schema, String prefix) {
        List<RecordCheck> values = new ArrayList<>();
        List<RecordCheck> pairs = new ArrayList<>();
        List<RecordCheck> collections = new ArrayList<>();
        for (Schema.Field field : schema.getFields()) {
            if (!PROPERTIES.containsAll(field.getObjectProps().keySet())) {
                throw new IllegalArgumentException(field + " has a property that is none of " + PROPERTIES);
            }
            String path = prefix + field.name();
            FieldBound bound = bound(field, path);
            if (bound != null) {
                (field.getObjectProp("maxSize") == null ? values : collections).add(check(field, path, bound));
            }
            addPairs(schema, field, pairs);
        }
        values.addAll(pairs);
        values.addAll(collections);
        return new RecordBounds(values);
    }

    boolean isEmpty() {
        return checks.length == 0;
    }

    /** {@return why the record is refused: the first field that is out of bounds, its value and the bound; else null} */
    String refusal(IndexedRecord record) {
        for (RecordCheck check : checks) {
            String refusal = check.refusal(record);
            if (refusal != null) {
                return refusal;
            }
        }
        return null;
    }

    private static RecordCheck check(Schema.Field field, String path, FieldBound bound) {
        int position = field.pos();
        return record -> {
            Object value = record.get(position);
            return value == null ? null : bound.refusal(path, value);
        };
    }

    /** {@return what the value of a field may be; null if it may be any} */
    private static FieldBound bound(Schema.Field field, String path) {
        Schema type = field.schema().isUnion() ? field.schema().getTypes().get(1) : field.schema();
        String kind = field.getProp("bound");
        FieldBound bound = kind == null ? null : FieldBound.of(kind, field);
        return switch (type.getType()) {
            case ENUM -> symbol(field.getProp("refuseUnknown"));
            case MAP -> sized(field, map(path, field.getProp("keys"), bound));
            case ARRAY -> sized(field, array(bound == null ? entry(type.getElementType(), path) : bound));
            default -> bound;
        };
    }

    private static FieldBound symbol(String unknown) {
        return unknown == null
                ? null
                : (path, symbol) ->
                        symbol.toString().equals("UNKNOWN") ? FieldBound.refused(path, symbol, unknown) : null;
    }

    private static FieldBound sized(Schema.Field field, FieldBound entries) {
        if (entries == null) {
            return null;
        }
        if (!(field.getObjectProp("maxSize") instanceof Integer max)) {
            throw new IllegalArgumentException(field.name() + " has bounds of its entries, but no maxSize");
        }
        return (path, value) -> {
            int size = value instanceof Map<?, ?> map ? map.size() : ((List<?>) value).size();
            return size > max
                    ? FieldBound.refused(path, size + " entries", "at most " + max + " are taken")
                    : entries.refusal(path, value);
        };
    }

    private static FieldBound entry(Schema type, String path) {
        if (type.getType() != Schema.Type.RECORD) {
            return null;
        }
        RecordBounds bounds = of(type, path + ".");
        return bounds.isEmpty() ? null : (field, entry) -> bounds.refusal((IndexedRecord) entry);
    }

    private static FieldBound array(FieldBound bound) {
        return bound == null
                ? null
                : (path, value) -> {
                    for (Object entry : (List<?>) value) {
                        String refusal = bound.refusal(path, entry);
                        if (refusal != null) {
                            return refusal;
                        }
                    }
                    return null;
                };
    }

    private static FieldBound map(String path, String keys, FieldBound bound) {
        if (bound == null && keys == null) {
            return null;
        }
        String pathOfKeys = keys == null ? path : keys + " of " + path;
        return (field, value) -> {
            for (Map.Entry<?, ?> entry : ((Map<?, ?>) value).entrySet()) {
                String refusal = FieldBound.NAME.refusal(pathOfKeys, entry.getKey());
                if (refusal == null && bound != null && bound.refusal(field, entry.getValue()) != null) {
                    String name = keys == null ? "." + entry.getKey() : " " + FieldBound.shown(entry.getKey());
                    refusal = bound.refusal(path + name, entry.getValue());
                }
                if (refusal != null) {
                    return refusal;
                }
            }
            return null;
        };
    }

    private static void addPairs(Schema schema, Schema.Field field, List<RecordCheck> pairs) {
        String since = field.getProp("since");
        if (since != null) {
            Duration max = Duration.ofDays(FieldBound.number(field, "maxDays", FieldBound.MAX_RUN.toDays())
                    .longValue());
            int start = schema.getField(since).pos();
            pairs.add(record -> spanRefusal(
                    since, (Instant) record.get(start), field.name(), (Instant) record.get(field.pos()), max));
        }
        String latest = field.getProp("notAfter");
        if (latest != null) {
            Duration tolerance = Duration.ofSeconds(FieldBound.number(field, "toleranceSeconds", MAX_AHEAD.toSeconds())
                    .longValue());
            int other = schema.getField(latest).pos();
            pairs.add(record -> refusalAfter(
                    field.name(), (Instant) record.get(field.pos()), latest, (Instant) record.get(other), tolerance));
        }
    }

    /** The end is not before the start, nor too long after it. */
    static String spanRefusal(String startField, Instant start, String endField, Instant end, Duration max) {
        if (start == null || end == null) {
            return null;
        }
        if (end.isBefore(start)) {
            return FieldBound.refused(endField, end, "it is before " + startField + " " + start);
        }
        return Duration.between(start, end).compareTo(max) <= 0
                ? null
                : FieldBound.refused(
                        endField, end, "it is more than " + max.toDays() + " days after " + startField + " " + start);
    }

    /** The time is not later than the other by more than a tolerance of clocks. */
    private static String refusalAfter(
            String field, Instant time, String otherField, Instant other, Duration tolerance) {
        return time == null || other == null || !time.isAfter(other.plus(tolerance))
                ? null
                : FieldBound.refused(
                        field,
                        time,
                        "it is more than " + tolerance.toSeconds() + " s after " + otherField + " " + other);
    }
}
