package io.barograph.lab.simulator;

import io.barograph.runtime.RecordPublisher;
import io.barograph.schemas.JobEvent;
import io.barograph.schemas.JobSamples;
import io.barograph.schemas.ProbeTiming;
import io.barograph.schemas.ServerPoll;
import io.barograph.schemas.Topic;
import java.time.Instant;
import org.apache.avro.specific.SpecificRecord;

/**
 * A record as a simulated collector publishes it.
 *
 * @param publishedAt instant of publication, which the record carries too if its type has a place for it
 */
public record PublishedRecord<T extends SpecificRecord>(Instant publishedAt, Topic<T> topic, T record) {
    /** Stamps the record with the instant of its publication. */
    public PublishedRecord {
        if (record instanceof ServerPoll poll) {
            poll.setPublishedAt(publishedAt);
        } else if (record instanceof ProbeTiming timing) {
            timing.setPublishedAt(publishedAt);
        } else if (record instanceof JobSamples samples) {
            samples.setPublishedAt(publishedAt);
        } else if (record instanceof JobEvent event) {
            event.setPublishedAt(publishedAt);
        }
    }

    public void publishTo(RecordPublisher publisher) {
        publisher.publish(topic, record);
    }

    /** Stamps the same record anew. */
    PublishedRecord<T> at(Instant instant) {
        return new PublishedRecord<>(instant, topic, record);
    }
}
