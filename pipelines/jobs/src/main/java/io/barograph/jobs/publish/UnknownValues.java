package io.barograph.jobs.publish;

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
}
