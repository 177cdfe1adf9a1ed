package io.barograph.runtime;

import io.barograph.schemas.ServerPolls;
import io.barograph.schemas.ServerSample;
import io.barograph.schemas.Topic;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

/** Gathers the samples of servers that a collector reads in one poll, and publishes them as polls. Is thread-safe. */
public final class SamplePublisher {
    /** As many samples of a recording are held at most; a live poll of the largest sites has fewer. */
    private static final int MAX_GATHERED = 20_000;

    private final RecordPublisher output;
    private final String host;
    private final Clock clock;
    private final List<ServerSample> gathered = new ArrayList<>();

    /**
     * @param host host of the collector
     * @param clock says when a sample is published; null for a recording, whose samples were published when they were taken
     */
    public SamplePublisher(RecordPublisher output, String host, Clock clock) {
        this.output = output;
        this.host = host;
        this.clock = clock;
    }

    /** @param sample a sample without a time of its publication, which is set here */
    public synchronized void add(ServerSample sample) {
        gathered.add(sample);
        if (gathered.size() == MAX_GATHERED) {
            publish();
        }
    }

    private void publish() {
        Instant now = clock == null ? null : clock.instant().truncatedTo(ChronoUnit.MILLIS);
        gathered.forEach(sample -> sample.setPublishedAt(now == null ? sample.getTime() : now));
        ServerPolls.of(gathered, host).forEach(poll -> output.publish(Topic.SERVER_POLLS, poll));
        gathered.clear();
    }

    /** Publishes what was gathered, and waits until it is stored. */
    public synchronized void flush() {
        publish();
        output.flush();
    }
}
