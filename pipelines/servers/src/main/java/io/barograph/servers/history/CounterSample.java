package io.barograph.servers.history;

/**
 * The byte and operation counters of one data server at one instant.
 *
 * @param time instant of the sample, milliseconds since the epoch
 * @param publishedAt instant at which it was published, milliseconds since the epoch
 * @param readBytes bytes read since the server started
 * @param writeBytes bytes written since the server started
 * @param readOperations read operations since the server started, or {@link #NOT_REPORTED}
 * @param writeOperations write operations since the server started, or {@link #NOT_REPORTED}
 */
public record CounterSample(
        long time, long publishedAt, long readBytes, long writeBytes, long readOperations, long writeOperations) {
    /** Value of a counter that the server does not report. */
    public static final long NOT_REPORTED = -1;

    boolean hasOperations() {
        return readOperations != NOT_REPORTED && writeOperations != NOT_REPORTED;
    }
}
