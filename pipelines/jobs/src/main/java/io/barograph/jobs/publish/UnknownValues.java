package io.barograph.jobs.publish;

import java.time.Instant;

/**
 * What is written for a number that is not known. InfluxDB merges the fields of two writes of one point, so a value that
 * a correction no longer has would stay if its field were left out.
 */
final class UnknownValues {
    /** No quantity here is negative. */
    static final long VALUE = -1;

    private UnknownValues() {}

    static double or(Double value) {
        return value == null || !Double.isFinite(value) ? VALUE : value;
    }

    static long or(Long value) {
        return value == null ? VALUE : value;
    }

    static long or(Integer value) {
        return value == null ? VALUE : value;
    }

    /** For a number that may be negative. */
    static double orZero(Double value) {
        return value == null || !Double.isFinite(value) ? 0 : value;
    }

    static String orEmpty(String text) {
        return text == null ? "" : text;
    }

    static long orMillis(Instant time) {
        return time == null ? VALUE : time.toEpochMilli();
    }
}
