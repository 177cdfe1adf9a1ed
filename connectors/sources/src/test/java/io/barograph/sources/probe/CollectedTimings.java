package io.barograph.sources.probe;

import io.barograph.runtime.RecordPublisher;
import io.barograph.schemas.DeadLetter;
import io.barograph.schemas.ProbeOperation;
import io.barograph.schemas.ProbeOutcome;
import io.barograph.schemas.ProbeTiming;
import io.barograph.schemas.Topic;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.specific.SpecificRecord;

/** Keeps what a probe publishes, and by which thread. */
final class CollectedTimings implements RecordPublisher {
    private final List<ProbeTiming> timings = new ArrayList<>();
    private final List<DeadLetter> letters = new ArrayList<>();
    private final Thread owner = Thread.currentThread();

    @Override
    public <T extends SpecificRecord> boolean publish(Topic<T> topic, T record) {
        if (Thread.currentThread() != owner) {
            throw new AssertionError("published by " + Thread.currentThread());
        }
        if (record instanceof ProbeTiming timing) {
            timings.add(timing);
        } else {
            letters.add((DeadLetter) record);
        }
        return true;
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}

    List<ProbeTiming> all() {
        return timings;
    }

    List<DeadLetter> letters() {
        return letters;
    }

    List<ProbeTiming> of(String directory) {
        return timings.stream()
                .filter(timing -> timing.getDirectory().equals(directory))
                .toList();
    }

    List<ProbeTiming> with(ProbeOutcome outcome) {
        return timings.stream().filter(timing -> timing.getOutcome() == outcome).toList();
    }

    List<ProbeTiming> with(ProbeOperation operation) {
        return timings.stream()
                .filter(timing -> timing.getOperation() == operation)
                .toList();
    }
}
