package io.barograph.runtime;

import io.barograph.schemas.DeadLetter;
import io.barograph.schemas.Topic;
import org.apache.avro.specific.SpecificRecord;

/**
 * Where collectors put what they read. Implementations keep the order of records of one key and lose nothing silently:
 * what is not stored is refused by {@link #publish}, or thrown at the caller by {@link #flush()} at the latest.
 */
public interface RecordPublisher extends AutoCloseable {
    /**
     * Hands a record over; returns before it is stored. Blocks while the publisher's buffer is full.
     *
     * @return false if the record will not be stored: there is no room for it, or nothing is stored at all
     */
    <T extends SpecificRecord> boolean publish(Topic<T> topic, T record);

    /** Hands over an input that a collector refused. */
    default void refuse(DeadLetter letter) {
        publish(Topic.DEAD_LETTERS, letter);
    }

    /**
     * Counts an input that a collector refused again, for the reason and from the origin of a letter of the last hour. It
     * is not published.
     */
    default void refuseAgain(DeadLetter letter) {}

    /**
     * Waits until all records handed over are stored. A collector moves its position only after this returned.
     *
     * @throws PublishException if one of them could not be stored
     */
    void flush();

    @Override
    void close();

    /** @return one that forgets what it is given: for who only looks whether a source can be read */
    static RecordPublisher forgetting() {
        return new RecordPublisher() {
            @Override
            public <T extends SpecificRecord> boolean publish(Topic<T> topic, T record) {
                return false;
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
    }
}
