package io.barograph.lab.bench;

import io.barograph.flink.topics.KafkaConnection;
import io.barograph.lab.simulator.PublishedRecord;
import io.barograph.lab.simulator.SimulatedRecords;
import io.barograph.lab.simulator.plan.FileSystemModel;
import io.barograph.lab.simulator.plan.JobLoad;
import io.barograph.lab.simulator.plan.SiteConfiguration;
import io.barograph.runtime.KafkaPublisher;
import io.barograph.runtime.RecordPublisher;
import io.barograph.schemas.FileSystemCatalogue;
import io.barograph.schemas.ServerPoll;
import io.barograph.schemas.Topic;
import io.barograph.stack.LocalStack;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.apache.avro.specific.SpecificRecord;

/**
 * What a simulated site published in a span, in topics of its own. A little of the time after the span is there, too: it
 * carries event time over the span's end, as on a live site.
 *
 * @param end the end of the span
 */
record PrefilledSite(
        LocalStack stack,
        KafkaConnection kafka,
        SiteConfiguration configuration,
        Instant end,
        Map<Topic<?>, Long> samples)
        implements AutoCloseable {
    /** The middle of the road: Edison's scratch file systems had 24 and 36, Cori's 248. */
    static final int OSTS = 248;

    static final String FILE_SYSTEM = "sim-scratch";
    static final Instant BEGIN = Instant.parse("2024-01-01T00:00:00Z");

    /** Longer than the slowest clock is behind: polls of job statistics each 30 s, and 10 s for what comes out of order. */
    private static final Duration AFTERWARDS = Duration.ofMinutes(2);

    private static final long SEED = 1;
    private static final int OSTS_PER_MDT = 62;

    /** @return a calm production site on which everything is watched and a job comes every 20 s */
    static SiteConfiguration production(int osts) {
        return SiteConfiguration.calm(FileSystemModel.of(FILE_SYSTEM, osts, Math.max(1, osts / OSTS_PER_MDT)))
                .withJobs(JobLoad.of(Duration.ofSeconds(20), Duration.ofMinutes(5), Duration.ofMinutes(30), 0.1, 1))
                .withoutContenders();
    }

    /** @return the site, all of its records stored */
    static PrefilledSite publish(LocalStack stack, String prefix, SiteConfiguration configuration, Duration length)
            throws InterruptedException {
        KafkaConnection kafka = stack.broker().connection(prefix);
        stack.broker().createTopics(prefix, BenchRun.PARTITIONS, true);
        Instant end = BEGIN.plus(length);
        Map<Topic<?>, Long> samples = new HashMap<>();
        SimulatedRecords simulated = new SimulatedRecords(configuration, SEED, BEGIN, end.plus(AFTERWARDS));
        try (RecordPublisher publisher = new KafkaPublisher(kafka.bootstrapServers(), prefix, kafka.properties())) {
            while (simulated.hasNext()) {
                PublishedRecord<?> next = simulated.next();
                next.publishTo(publisher);
                if (!next.publishedAt().isAfter(end)) {
                    samples.merge(next.topic(), samples(next.record()), Long::sum);
                }
            }
            publisher.flush();
        }
        return new PrefilledSite(stack, kafka, configuration, end, samples);
    }

    FileSystemCatalogue catalogue() {
        return configuration.catalogue();
    }

    /** @return how many samples of servers, and other records, of the span they hold */
    long samples(Collection<? extends Topic<?>> topics) {
        return topics.stream()
                .mapToLong(topic -> samples.getOrDefault(topic, 0L))
                .sum();
    }

    /** @return samples of a poll of servers; 1 for any other record */
    static long samples(SpecificRecord record) {
        return record instanceof ServerPoll poll ? poll.getServers().size() : 1;
    }

    @Override
    public void close() throws InterruptedException {
        stack.broker().deleteTopics(kafka.topicPrefix());
    }
}
