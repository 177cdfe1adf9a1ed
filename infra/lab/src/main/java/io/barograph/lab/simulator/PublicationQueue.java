package io.barograph.lab.simulator;

import io.barograph.lab.simulator.plan.MicroTime;
import io.barograph.schemas.Topic;
import java.time.Instant;
import java.util.Comparator;
import java.util.PriorityQueue;
import org.apache.avro.specific.SpecificRecord;

/** What is on its way from the sources to the topics. */
final class PublicationQueue {
    private record Entry(long millis, long number, Topic<?> topic, SpecificRecord record) {
        /** The entry was made with a record of the topic's type. */
        @SuppressWarnings("unchecked")
        PublishedRecord<?> published() {
            return new PublishedRecord<>(Instant.ofEpochMilli(millis), (Topic<SpecificRecord>) topic, record);
        }
    }

    private final PriorityQueue<Entry> entries =
            new PriorityQueue<>(Comparator.comparingLong(Entry::millis).thenComparingLong(Entry::number));
    private long number;

    /** @param micros instant of publication, rounded up to whole milliseconds */
    <T extends SpecificRecord> void add(long micros, Topic<T> topic, T record) {
        entries.add(new Entry(MicroTime.millisUp(micros), number++, topic, record));
    }

    /** Hands over what is published up to that instant. */
    void handOver(long untilMicros, SiteObserver observer) {
        while (!entries.isEmpty() && entries.element().millis() * 1000 <= untilMicros) {
            observer.onRecord(entries.remove().published());
        }
    }

    /** Hands over what is published before that instant. */
    void handOverBefore(long micros, SiteObserver observer) {
        handOver(micros - 1, observer);
    }
}
