package io.barograph.sources.tokio;

import io.barograph.runtime.SampleRecording;
import io.barograph.schemas.ServerSample;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.apache.avro.Schema;

/** Makes one sample of those that different groups of a file have for one server and instant. */
final class SampleCombiner implements Iterator<ServerSample> {
    private final Iterator<ServerSample> samples;
    private ServerSample ahead;

    /** @param samples in the order of recordings */
    SampleCombiner(Iterator<ServerSample> samples) {
        this.samples = samples;
        this.ahead = samples.hasNext() ? samples.next() : null;
    }

    @Override
    public boolean hasNext() {
        return ahead != null;
    }

    @Override
    public ServerSample next() {
        ServerSample sample = ahead;
        if (sample == null) {
            throw new NoSuchElementException();
        }
        ahead = samples.hasNext() ? samples.next() : null;
        while (ahead != null && SampleRecording.ORDER.compare(sample, ahead) == 0) {
            fillGaps(sample, ahead);
            ahead = samples.hasNext() ? samples.next() : null;
        }
        return sample;
    }

    private static void fillGaps(ServerSample sample, ServerSample other) {
        for (Schema.Field field : sample.getSchema().getFields()) {
            if (sample.get(field.pos()) == null) {
                sample.put(field.pos(), other.get(field.pos()));
            }
        }
    }
}
