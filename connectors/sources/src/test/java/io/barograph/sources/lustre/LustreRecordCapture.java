package io.barograph.sources.lustre;

import io.barograph.runtime.CollectorContext;
import io.barograph.runtime.RecordPublisher;
import io.barograph.schemas.AvroCodec;
import io.barograph.schemas.DeadLetter;
import io.barograph.schemas.FileSystemCatalogue;
import io.barograph.schemas.MalformedRecordException;
import io.barograph.schemas.ServerKind;
import io.barograph.schemas.ServerPoll;
import io.barograph.schemas.ServerPolls;
import io.barograph.schemas.ServerSample;
import io.barograph.schemas.Topic;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.specific.SpecificRecord;

/** A publisher that keeps the samples that are published, encoded and decoded once as on the way through a topic. */
final class LustreRecordCapture implements RecordPublisher {
    private static final AvroCodec<ServerPoll> CODEC = AvroCodec.of(ServerPoll.class);
    private final List<ServerSample> samples = new ArrayList<>();
    private final List<DeadLetter> letters = new ArrayList<>();

    @Override
    public <T extends SpecificRecord> boolean publish(Topic<T> topic, T record) {
        if (record instanceof DeadLetter letter) {
            letters.add(letter);
            return true;
        }
        try {
            samples.addAll(ServerPolls.samples(CODEC.decode(CODEC.encode((ServerPoll) record))));
        } catch (MalformedRecordException e) {
            throw new AssertionError(e);
        }
        return true;
    }

    List<ServerSample> samples() {
        return samples;
    }

    List<DeadLetter> letters() {
        return letters;
    }

    ServerSample sample(String server, ServerKind kind) {
        List<ServerSample> found = samples.stream()
                .filter(sample -> sample.getServer().equals(server) && sample.getKind() == kind)
                .toList();
        if (found.size() != 1) {
            throw new AssertionError(found.size() + " samples of " + kind + " " + server + " in " + samples);
        }
        return found.get(0);
    }

    @Override
    public void flush() {
        // everything is kept at once
    }

    @Override
    public void close() {
        // nothing is open
    }

    static CollectorContext context(Clock clock, List<String> notes) {
        return new CollectorContext(
                "test", "here", new FileSystemCatalogue(List.of()), Path.of("unused"), clock, notes::add);
    }
}
