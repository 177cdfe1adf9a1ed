package io.barograph.sources.darshan;

import io.barograph.runtime.PublishException;
import io.barograph.runtime.RecordPublisher;
import io.barograph.schemas.DeadLetter;
import io.barograph.schemas.JobSummary;
import io.barograph.schemas.Topic;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.specific.SpecificRecord;

/** Keeps what is published; only what was flushed counts as stored. */
final class StoredRecords implements RecordPublisher {
    final List<JobSummary> summaries = new ArrayList<>();
    final List<DeadLetter> letters = new ArrayList<>();
    private final List<SpecificRecord> pending = new ArrayList<>();
    private boolean failing;
    private Runnable afterFlush = () -> {};

    @Override
    public <T extends SpecificRecord> boolean publish(Topic<T> topic, T published) {
        pending.add(published);
        return true;
    }

    @Override
    public void flush() {
        if (failing) {
            pending.clear();
            throw new PublishException("the broker is away", null);
        }
        boolean any = !pending.isEmpty();
        for (SpecificRecord published : pending) {
            if (published instanceof JobSummary summary) {
                summaries.add(summary);
            } else {
                letters.add((DeadLetter) published);
            }
        }
        pending.clear();
        if (any) {
            afterFlush.run();
        }
    }

    void failFromNowOn(boolean fail) {
        failing = fail;
    }

    void afterSummaries(Runnable action) {
        afterFlush = action;
    }

    @Override
    public void close() {
        pending.clear();
    }
}
