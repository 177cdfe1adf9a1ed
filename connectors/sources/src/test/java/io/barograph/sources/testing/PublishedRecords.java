package io.barograph.sources.testing;

import io.barograph.runtime.PublishException;
import io.barograph.runtime.RecordPublisher;
import io.barograph.schemas.AvroCodec;
import io.barograph.schemas.DeadLetter;
import io.barograph.schemas.MalformedRecordException;
import io.barograph.schemas.ServerPoll;
import io.barograph.schemas.ServerPolls;
import io.barograph.schemas.Topic;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.specific.SpecificRecord;

/**
 * Keeps what is published, as it would come back from its topic, a poll as its samples; only what was flushed counts as
 * stored.
 */
public final class PublishedRecords implements RecordPublisher {
    private final List<SpecificRecord> pending = new ArrayList<>();
    private final List<SpecificRecord> stored = new ArrayList<>();
    private boolean failing;

    @Override
    public <T extends SpecificRecord> boolean publish(Topic<T> topic, T record) {
        AvroCodec<T> codec = AvroCodec.of(topic.type());
        try {
            T decoded = codec.decode(codec.encode(record));
            pending.addAll(decoded instanceof ServerPoll poll ? ServerPolls.samples(poll) : List.of(decoded));
        } catch (MalformedRecordException e) {
            throw new AssertionError(e);
        }
        return true;
    }

    @Override
    public void flush() {
        if (failing) {
            pending.clear();
            throw new PublishException("the broker is away", null);
        }
        stored.addAll(pending);
        pending.clear();
    }

    @Override
    public void close() {
        pending.clear();
    }

    /** @param fail whether {@link #flush()} fails from now on */
    public void failFromNowOn(boolean fail) {
        failing = fail;
    }

    /** @return the stored records of one type */
    public <T extends SpecificRecord> List<T> stored(Class<T> type) {
        return stored.stream().filter(type::isInstance).map(type::cast).toList();
    }

    /** @return the stored records of one type, and forgets them */
    public <T extends SpecificRecord> List<T> take(Class<T> type) {
        List<T> taken = stored(type);
        stored.removeIf(type::isInstance);
        return taken;
    }

    /** @return the stored dead letters, and forgets them */
    public List<DeadLetter> takeLetters() {
        return take(DeadLetter.class);
    }
}
