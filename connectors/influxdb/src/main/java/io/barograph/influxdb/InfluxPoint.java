package io.barograph.influxdb;

import java.util.Collections;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * One point: measurement, tags, fields, time. InfluxDB keeps one point per measurement, tags and time, and merges the
 * fields of a second write into the first.
 *
 * <p>Names and tag values may be any text: what line protocol cannot carry is replaced ({@code _} in names; a space and
 * {@code /} for control characters and backslashes in tag values). Field strings are stored as they are.
 *
 * @param tags sorted by name
 * @param fields sorted by name; each a Long, Double, Boolean or String
 * @param timestampNanos nanoseconds since 1970-01-01T00:00:00Z
 */
public record InfluxPoint(
        String measurement, SortedMap<String, String> tags, SortedMap<String, Object> fields, long timestampNanos) {
    /**
     * Replaces nothing in names and values: {@link #measurement(String)} begins a point of any text.
     *
     * @throws IllegalStateException if it has no field
     */
    public InfluxPoint {
        if (fields.isEmpty()) {
            throw new IllegalStateException("a point of " + measurement + " without a field cannot be stored");
        }
        tags = Collections.unmodifiableSortedMap(new TreeMap<>(tags));
        fields = Collections.unmodifiableSortedMap(new TreeMap<>(fields));
    }

    public static Builder measurement(String name) {
        return new Builder(name);
    }

    /** @param value value; not empty */
    public InfluxPoint withTag(String name, String value) {
        SortedMap<String, String> more = new TreeMap<>(tags);
        more.put(LineProtocol.key(name), LineProtocol.tagValue(value));
        return new InfluxPoint(measurement, more, fields, timestampNanos);
    }

    @Override
    public String toString() {
        return measurement + tags + " " + fields + " " + timestampNanos;
    }

    public static final class Builder {
        private final String measurement;
        private final SortedMap<String, String> tags = new TreeMap<>();
        private final SortedMap<String, Object> fields = new TreeMap<>();

        private Builder(String measurement) {
            this.measurement = LineProtocol.measurement(measurement);
        }

        /** @param value value; null and the empty text mean that the point does not have the tag */
        public Builder tag(String name, String value) {
            String key = LineProtocol.key(name);
            if (value == null || value.isEmpty()) {
                tags.remove(key);
            } else {
                tags.put(key, LineProtocol.tagValue(value));
            }
            return this;
        }

        public Builder field(String name, long value) {
            fields.put(LineProtocol.key(name), value);
            return this;
        }

        /** @throws IllegalArgumentException if the value is not finite */
        public Builder field(String name, double value) {
            if (!Double.isFinite(value)) {
                throw new IllegalArgumentException("InfluxDB cannot store " + value + " in field " + name);
            }
            fields.put(LineProtocol.key(name), value);
            return this;
        }

        public Builder field(String name, boolean value) {
            fields.put(LineProtocol.key(name), value);
            return this;
        }

        public Builder field(String name, String value) {
            fields.put(LineProtocol.key(name), Objects.requireNonNull(value, name));
            return this;
        }

        /**
         * @param timestampNanos nanoseconds since 1970-01-01T00:00:00Z
         * @throws IllegalStateException if it has no field
         */
        public InfluxPoint at(long timestampNanos) {
            return new InfluxPoint(measurement, tags, fields, timestampNanos);
        }
    }
}
