package io.barograph.cli.replay;

import static org.awaitility.Awaitility.await;

import io.barograph.cli.export.TopicReader;
import io.barograph.flink.topics.KafkaConnection;
import io.barograph.jobs.analysis.AnalysisConfiguration;
import io.barograph.jobs.analysis.AnalysisJob;
import io.barograph.jobs.archive.ArchiveConfiguration;
import io.barograph.jobs.archive.ArchiveJob;
import io.barograph.lab.simulator.PublishedRecord;
import io.barograph.lab.simulator.SimulatedRecords;
import io.barograph.lab.simulator.plan.SiteConfiguration;
import io.barograph.runtime.KafkaPublisher;
import io.barograph.runtime.RecordPublisher;
import io.barograph.schemas.ServerPoll;
import io.barograph.schemas.Topic;
import io.barograph.stack.LocalJob;
import io.barograph.stack.LocalStack;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.apache.avro.specific.SpecificRecord;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;

/**
 * A simulated site, analysed live on a running stack while its records are published, faster than real time.
 *
 * <p>Real time gives a log or a message of the scheduler tens of seconds to reach the analysis before the samples of its
 * decision do. Here these are tenths of a second, which the way itself may take: so all these are published first, and the
 * others when the analysis has read them.
 */
final class LiveSite {
    private static final String PREFIX = "site.";
    private static final int PARTITIONS = 2;
    private static final Duration GENEROUS = Duration.ofMinutes(2);
    private static final double SPEED = 200;
    private static final Set<Topic<?>> WITHOUT_CLOCK = Set.of(Topic.JOB_SUMMARIES, Topic.JOB_EVENTS, Topic.SITE_EVENTS);
    private static final Set<Topic<?>> CLOCKS = Set.of(Topic.SERVER_POLLS, Topic.JOB_SAMPLES, Topic.PROBE_TIMINGS);

    private final LocalStack stack;
    private final SiteConfiguration site;
    private final Map<Topic<?>, List<Long>> published = new HashMap<>();

    LiveSite(LocalStack stack, SiteConfiguration site) {
        this.stack = stack;
        this.site = site;
    }

    KafkaConnection kafka() {
        return stack.broker().connection(PREFIX);
    }

    /** Publishes a span and returns when the analysis has taken in all of it. */
    void live(long seed, Instant from, Instant to) throws Exception {
        stack.broker().createTopics(PREFIX, PARTITIONS, true);
        StreamExecutionEnvironment env = stack.flink().environment();
        env.setParallelism(PARTITIONS);
        AnalysisJob.build(env, kafka(), AnalysisConfiguration.defaults(site.catalogue()));
        LocalJob analysis = stack.flink().submit("analysis", env);
        try (RecordPublisher publisher = new KafkaPublisher(
                stack.broker().bootstrapServers(), PREFIX, stack.broker().clientProperties())) {
            new SimulatedRecords(site, seed, from, to).forEachRemaining(record -> {
                if (WITHOUT_CLOCK.contains(record.topic())) {
                    publish(record, publisher);
                }
            });
            publisher.flush();
            awaitTakenIn(WITHOUT_CLOCK);
            long begin = System.nanoTime();
            new SimulatedRecords(site, seed, from, to).forEachRemaining(record -> {
                if (!WITHOUT_CLOCK.contains(record.topic())) {
                    double due =
                            begin + Duration.between(from, record.publishedAt()).toNanos() / SPEED;
                    LockSupport.parkNanos((long) due - System.nanoTime());
                    publish(record, publisher);
                }
            });
            publisher.flush();
        }
        awaitTakenIn(CLOCKS);
        analysis.cancel();
    }

    /** The offsets of a checkpoint are committed when all that was read before it has gone through. */
    private void awaitTakenIn(Set<Topic<?>> topics) throws Exception {
        try (Admin admin = Admin.create(stack.broker().adminProperties())) {
            Map<TopicPartition, OffsetSpec> ends = new HashMap<>();
            for (Topic<?> topic : topics) {
                for (int partition = 0; partition < PARTITIONS; partition++) {
                    ends.put(new TopicPartition(topic.in(PREFIX).name(), partition), OffsetSpec.latest());
                }
            }
            var latest = admin.listOffsets(ends).all().get();
            await().atMost(GENEROUS).pollInterval(Duration.ofMillis(50)).until(() -> {
                Map<TopicPartition, OffsetAndMetadata> committed = admin.listConsumerGroupOffsets(PREFIX + "analysis")
                        .partitionsToOffsetAndMetadata()
                        .get();
                return latest.entrySet().stream()
                        .filter(end -> end.getValue().offset() > 0)
                        .allMatch(end -> committed.get(end.getKey()) != null
                                && committed.get(end.getKey()).offset()
                                        == end.getValue().offset());
            });
        }
    }

    /** Archives what the topics hold. */
    void archive(Path folder) throws Exception {
        StreamExecutionEnvironment env = stack.flink().environment();
        env.setParallelism(1);
        ArchiveJob.build(env, new ArchiveConfiguration(kafka(), folder.toUri(), ArchiveConfiguration.FILE_SPAN, true));
        LocalJob job = stack.flink().submit("archive", env);
        while (!job.awaitFinish(Duration.ofMillis(200))) {
            stack.requireHealthy();
        }
    }

    <T extends SpecificRecord> void read(Topic<T> topic, Consumer<? super T> handler) throws InterruptedException {
        TopicReader<T> reader = new TopicReader<>(
                stack.broker().bootstrapServers(),
                topic.in(PREFIX),
                IsolationLevel.READ_COMMITTED,
                stack.broker().clientProperties());
        reader.awaitTransactions(GENEROUS);
        reader.readAll(handler);
    }

    /** Drops what came before an instant from Kafka, as its retention does. */
    void dropBefore(Instant time) throws Exception {
        try (Admin admin = Admin.create(stack.broker().adminProperties())) {
            Map<TopicPartition, OffsetSpec> at = new HashMap<>();
            for (int partition = 0; partition < PARTITIONS; partition++) {
                at.put(
                        new TopicPartition(Topic.SERVER_POLLS.in(PREFIX).name(), partition),
                        OffsetSpec.forTimestamp(time.toEpochMilli()));
            }
            Map<TopicPartition, RecordsToDelete> before = new HashMap<>();
            admin.listOffsets(at)
                    .all()
                    .get()
                    .forEach((partition, offset) ->
                            before.put(partition, RecordsToDelete.beforeOffset(offset.offset())));
            admin.deleteRecords(before).all().get();
        }
    }

    /** @return how many records of a span were published; of polls of servers, how many samples */
    long published(Topic<?> topic, Instant from, Instant to) {
        return published.getOrDefault(topic, List.of()).stream()
                .filter(time -> time >= from.toEpochMilli() && time <= to.toEpochMilli())
                .count();
    }

    private <T extends SpecificRecord> void publish(PublishedRecord<T> record, RecordPublisher publisher) {
        record.publishTo(publisher);
        int samples =
                record.record() instanceof ServerPoll poll ? poll.getServers().size() : 1;
        published
                .computeIfAbsent(record.topic(), topic -> new ArrayList<>())
                .addAll(Collections.nCopies(samples, record.topic().timestamp().applyAsLong(record.record())));
    }
}
