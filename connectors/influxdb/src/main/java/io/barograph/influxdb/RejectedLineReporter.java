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
     * @param reason what the server said, or which limit the line exceeds
     * @throws IOException if the line cannot be reported; fails the job
     */
    void report(String line, String reason) throws IOException;

    /**
     * Called with an element of which the {@link PointConverter} could make no points. None of its points is stored.
     *
     * @param element its text
     * @param timestamp its time, milliseconds since the epoch; null if the stream has none
     * @throws IOException if the element cannot be reported; fails the job
     */
    void reportUnconverted(String element, Long timestamp, String reason) throws IOException;

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
