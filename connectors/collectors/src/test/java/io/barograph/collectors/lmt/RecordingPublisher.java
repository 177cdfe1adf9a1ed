package io.barograph.collectors.lmt;

import io.barograph.collectors.core.PublishException;
import io.barograph.collectors.core.Publisher;
import io.barograph.schemas.AvroCodec;
import io.barograph.schemas.DeadLetter;
import io.barograph.schemas.MalformedRecordException;
import io.barograph.schemas.ServerSample;
import io.barograph.schemas.Topic;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.specific.SpecificRecord;

/** Keeps what is published, as it would come back from its topic; only what was flushed counts as stored. */
final class RecordingPublisher implements Publisher {
    private final AvroCodec<ServerSample> codec = AvroCodec.of(ServerSample.class);
    private final List<ServerSample> pending = new ArrayList<>();
    private final List<ServerSample> stored = new ArrayList<>();
    private final List<DeadLetter> letters = new ArrayList<>();
    private boolean failing;

    @Override
    public <T extends SpecificRecord> void publish(Topic<T> topic, T record) {
        if (record instanceof ServerSample sample) {
            pending.add(throughTheTopic(sample));
        } else if (record instanceof DeadLetter letter) {
            letters.add(letter);
        }
    }

    private ServerSample throughTheTopic(ServerSample sample) {
        try {
            return codec.decode(codec.encode(sample));
        } catch (MalformedRecordException e) {
            throw new AssertionError(e);
        }
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

    void failFromNowOn(boolean fail) {
        failing = fail;
    }

    List<ServerSample> stored() {
        return stored;
    }

    List<DeadLetter> letters() {
        return letters;
    }
}
