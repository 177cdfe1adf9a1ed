package io.barograph.collectors.slurm;

import io.barograph.collectors.core.PublishException;
import io.barograph.collectors.core.Publisher;
import io.barograph.schemas.AvroCodec;
import io.barograph.schemas.DeadLetter;
import io.barograph.schemas.JobEvent;
import io.barograph.schemas.MalformedRecordException;
import io.barograph.schemas.Topic;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.specific.SpecificRecord;

/** Keeps the events that were flushed, as they would come back from their topic. */
final class Published implements Publisher {
    private final AvroCodec<JobEvent> codec = AvroCodec.of(JobEvent.class);
    private final List<JobEvent> pending = new ArrayList<>();
    private final List<JobEvent> stored = new ArrayList<>();
    private final List<DeadLetter> letters = new ArrayList<>();
    private boolean failing;

    @Override
    public <T extends SpecificRecord> void publish(Topic<T> topic, T record) {
        if (record instanceof JobEvent event) {
            try {
                pending.add(codec.decode(codec.encode(event)));
            } catch (MalformedRecordException e) {
                throw new AssertionError(e);
            }
        } else {
            letters.add((DeadLetter) record);
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

    /** The events since the last time. */
    List<JobEvent> take() {
        List<JobEvent> taken = List.copyOf(stored);
        stored.clear();
        return taken;
    }

    List<DeadLetter> letters() {
        return letters;
    }
}
