package io.barograph.lab.simulator;

import io.barograph.lab.simulator.plan.MicroTime;
import io.barograph.schemas.ServerPolls;
import io.barograph.schemas.ServerSample;
import io.barograph.schemas.Topic;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import org.apache.avro.specific.SpecificRecord;

/** What is on its way from the sources to the topics. */
final class PublicationQueue {
    /**
     * @param published the record; null for a sample, of which a poll is made
     * @param sample the sample; null for a record
     */
    private record Entry(long millis, long number, PublishedRecord<?> published, ServerSample sample) {}

    private final PriorityQueue<Entry> entries =
            new PriorityQueue<>(Comparator.comparingLong(Entry::millis).thenComparingLong(Entry::number));
    private long number;

    /** @param micros instant of publication, rounded up to whole milliseconds */
    <T extends SpecificRecord> void add(long micros, Topic<T> topic, T record) {
        long millis = MicroTime.millisUp(micros);
        entries.add(
                new Entry(millis, number++, new PublishedRecord<>(Instant.ofEpochMilli(millis), topic, record), null));
    }

    /** @param micros instant of publication, rounded up to whole milliseconds */
    void addSample(ServerSample sample, long micros) {
        entries.add(new Entry(MicroTime.millisUp(micros), number++, null, sample));
    }

    /** Hands over what is published up to that instant; what one host's samples say at once is one poll. */
    void handOver(long untilMicros, SiteObserver observer) {
        while (!entries.isEmpty() && entries.element().millis() * 1000 <= untilMicros) {
            long millis = entries.element().millis();
            List<Entry> together = new ArrayList<>();
            Map<String, List<ServerSample>> samples = new LinkedHashMap<>();
            while (!entries.isEmpty() && entries.element().millis() == millis) {
                Entry entry = entries.remove();
                together.add(entry);
                ServerSample sample = entry.sample();
                if (sample != null) {
                    sample.setPublishedAt(Instant.ofEpochMilli(millis));
                    samples.computeIfAbsent(sample.getHost(), host -> new ArrayList<>())
                            .add(sample);
                }
            }
            for (Entry entry : together) {
                if (entry.published() != null) {
                    observer.records().accept(entry.published());
                    continue;
                }
                samples.forEach((host, ofHost) -> ServerPolls.of(ofHost, host).forEach(poll -> observer.records()
                        .accept(new PublishedRecord<>(Instant.ofEpochMilli(millis), Topic.SERVER_POLLS, poll))));
                samples.clear();
            }
        }
    }
}
