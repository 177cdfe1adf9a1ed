package io.barograph.lab.soak;

import io.barograph.cli.export.TopicReader;
import io.barograph.cli.replay.SiteReplayComparison;
import io.barograph.configuration.KafkaSettings;
import io.barograph.jobs.publish.PublishJob;
import io.barograph.runtime.KafkaPublisher;
import io.barograph.runtime.RecordPublisher;
import io.barograph.schemas.Topic;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.avro.specific.SpecificRecord;

/**
 * Copies to topics of their own the committed records that job publish has stored and a replay of the window has not: what
 * was decided before or after it, and what is no result of the analysis. With these the expected points are known to the
 * last one; nothing has to be left out of the comparison. A message that is no record is left out here and a dead letter of
 * job publish, so it is a difference.
 *
 * @param to topics that the records are copied to, with as many partitions
 */
record UnreplayedResults(KafkaSettings from, KafkaSettings to, Instant begin, Instant end) {
    long copy() throws InterruptedException {
        AtomicLong copied = new AtomicLong();
        try (RecordPublisher output =
                new KafkaPublisher(to.bootstrapServers(), to.topicPrefix(), to.clientProperties())) {
            for (Topic<?> topic : PublishJob.ACCESS.reads()) {
                copy(topic, output, copied);
            }
            output.flush();
        }
        return copied.get();
    }

    private <T extends SpecificRecord> void copy(Topic<T> topic, RecordPublisher output, AtomicLong copied)
            throws InterruptedException {
        boolean isReplayed = SiteReplayComparison.TOPICS.contains(topic);
        new TopicReader<>(from, topic).readAll(record -> {
            if (!isReplayed || isOutside(topic.timestamp().applyAsLong(record))) {
                output.publish(topic, record);
                copied.incrementAndGet();
            }
        });
    }

    private boolean isOutside(long time) {
        return time < begin.toEpochMilli() || time > end.toEpochMilli();
    }
}
