package io.barograph.runtime;

/**
 * One configured source, read in polls: a poll of a database, a pass over new files, a batch of lines. Each collector
 * has a thread of its own, so a poll may block; it ends soon after an interrupt.
 *
 * <p>A collector parses, publishes and moves its position; waiting between polls, trying again, counting and health
 * belong to whoever calls it.
 */
public interface SourceCollector extends AutoCloseable {
    /**
     * Takes one poll: reads what is new, publishes it, and after {@link RecordPublisher#flush()} moves its position. What a
     * parser does not understand goes to {@link RecordPublisher#refuse}; the rest of the poll goes on.
     *
     * @return false if the source has ended and there will be no further poll
     * @throws UnreadableSourceException if the source does not answer or cannot be read at all; the poll is tried
     *     again later, with growing pauses
     * @throws PublishException if a record could not be stored
     * @throws InterruptedException if the collector is to end
     */
    boolean poll(RecordPublisher output) throws InterruptedException;

    /**
     * Tests whether the source can be read, without publishing anything and without moving the position.
     *
     * @return what was found, one line, for instance {@code MariaDB 10.11, 24 OSTs, newest sample 3 s old}
     * @throws UnreadableSourceException if it cannot be read, with the remedy
     * @throws InterruptedException if the test is to end
     */
    String check() throws InterruptedException;

    /** Nothing for a source that keeps nothing open between polls. */
    @Override
    default void close() {}
}
