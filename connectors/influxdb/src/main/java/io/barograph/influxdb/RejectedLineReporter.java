package io.barograph.influxdb;

import java.io.IOException;
import java.io.Serializable;

/**
 * Receives the lines that cannot be stored, and the elements that cannot be made lines of, for instance to put them on a dead-letter topic. Called from the sink's
 * task thread only. A checkpoint completes after {@link #flush()}; lines reported since the last checkpoint are
 * reported again after a restart.
 */
public interface RejectedLineReporter extends Serializable {
    /**
     * Called once, before anything is reported.
     *
     * @throws IOException if lines could not be reported; fails the job
     */
    void open() throws IOException;

    /**
     * @param rejected a line, or the text of an element of which the {@link PointConverter} could make no points; none of
     *     its points is stored
     * @param timestamp its time, milliseconds since the epoch; null for an element of a stream that has none
     * @param reason what the server said, which limit the line exceeds, or why no points can be made
     * @throws IOException if it cannot be reported; fails the job
     */
    void report(String rejected, Long timestamp, String reason) throws IOException;

    /**
     * Returns when all reported lines are stored.
     *
     * @throws IOException if one of them could not be stored; fails the checkpoint
     */
    void flush() throws IOException;

    /**
     * Called once, at the end.
     *
     * @throws IOException if closing failed
     */
    void close() throws IOException;
}
