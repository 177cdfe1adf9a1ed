package io.barograph.sources.slurm;

import io.barograph.runtime.CollectorContext;
import io.barograph.runtime.DeadLetterCounter;
import io.barograph.runtime.RecordPublisher;
import io.barograph.runtime.RefusedRecordException;
import io.barograph.runtime.SourceCollector;
import io.barograph.runtime.UnreadableSourceException;
import io.barograph.schemas.Topic;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * Follows the topics of Slurm's plugin {@code jobcomp/kafka}, from their beginning. Its position is the committed offset of
 * the consumer group {@code barograph-<name>}, moved after the events are stored: a crash repeats some and loses none. A
 * dry run begins there and leaves it where it is.
 */
final class JobcompCollector implements SourceCollector {
    private static final Duration POLL = Duration.ofSeconds(1);
    private static final Duration ANSWER = Duration.ofSeconds(20);

    private final SlurmOptions options;
    private final List<String> topics;
    private final JobEventFactory events;
    private final CollectorContext context;
    private KafkaConsumer<byte[], byte[]> consumer;

    JobcompCollector(SlurmOptions options, JobEventFactory events, CollectorContext context) {
        this.options = options;
        this.topics = options.topics();
        this.events = events;
        this.context = context;
    }

    @Override
    public boolean poll(RecordPublisher output) throws InterruptedException {
        boolean done = false;
        try {
            if (consumer == null) {
                consumer = connect("barograph-" + context.name());
                List<TopicPartition> partitions = requireTopics(consumer);
                if (context.dryRun()) {
                    consumer.assign(partitions); // as a member of the group it would take them from a running collector
                } else {
                    consumer.subscribe(topics);
                }
            }
            ConsumerRecords<byte[], byte[]> messages = consumer.poll(POLL);
            if (!messages.isEmpty()) {
                messages.forEach(message -> publish(message, output));
                output.flush();
                if (!context.dryRun()) {
                    consumer.commitSync();
                }
            }
            done = true;
            return true;
        } catch (InterruptException e) {
            throw interrupted(e);
        } catch (KafkaException e) {
            throw unreadable(e);
        } finally {
            if (!done) {
                // The consumer has moved on in memory; a new one begins at what was committed.
                close();
            }
        }
    }

    private void publish(ConsumerRecord<byte[], byte[]> message, RecordPublisher output) {
        Instant now = context.clock().instant().truncatedTo(ChronoUnit.MILLIS);
        Instant sent = Instant.ofEpochMilli(message.timestamp());
        String origin = message.topic() + "-" + message.partition() + "@" + message.offset();
        try {
            events.of(JobcompJson.parse(message.value()), sent, now, origin)
                    .forEach(event -> output.publish(Topic.JOB_EVENTS, event));
        } catch (RefusedRecordException e) {
            new DeadLetterCounter(output::refuse, Topic.JOB_EVENTS, "collector slurm", () -> sent)
                    .refuse(origin, e.getMessage(), null, message.value());
        }
    }

    @Override
    public String check() throws InterruptedException {
        try (KafkaConsumer<byte[], byte[]> asking = connect(null)) {
            List<TopicPartition> partitions = requireTopics(asking);
            Map<TopicPartition, Long> begins = asking.beginningOffsets(partitions, ANSWER);
            Map<TopicPartition, Long> ends = asking.endOffsets(partitions, ANSWER);
            long messages = partitions.stream()
                    .mapToLong(partition -> ends.get(partition) - begins.get(partition))
                    .sum();
            return "topics " + String.join(", ", topics) + " at " + options.topicServers() + " hold " + messages
                    + " messages";
        } catch (InterruptException e) {
            throw interrupted(e);
        } catch (KafkaException e) {
            throw unreadable(e);
        }
    }

    private List<TopicPartition> requireTopics(KafkaConsumer<byte[], byte[]> asking) {
        Map<String, List<PartitionInfo>> there = asking.listTopics(ANSWER);
        List<TopicPartition> partitions = new ArrayList<>();
        for (String topic : topics) {
            List<PartitionInfo> infos = there.get(topic);
            if (infos == null) {
                throw new UnreadableSourceException(
                        options.topicServers(),
                        "there is no topic " + topic,
                        "the plugin names its topic after the cluster, or by topic= and topic_job_start= in JobCompParams;"
                                + " it is there after the first job");
            }
            infos.forEach(info -> partitions.add(new TopicPartition(info.topic(), info.partition())));
        }
        return partitions;
    }

    private KafkaConsumer<byte[], byte[]> connect(String group) {
        Properties properties = new Properties();
        if (options.consumerProperties() != null) {
            try (Reader reader = Files.newBufferedReader(options.consumerProperties())) {
                properties.load(reader);
            } catch (IOException | IllegalArgumentException e) {
                throw new UnreadableSourceException(
                        options.consumerProperties().toString(),
                        "cannot be read (" + e + ")",
                        "it should be a Java properties file",
                        e);
            }
        }
        properties.put(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, options.topicServers());
        if (group != null) {
            properties.put(ConsumerConfig.GROUP_ID_CONFIG, group);
        }
        properties.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        properties.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        properties.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
        return new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    /** The client sets the thread's mark again; the exception takes its place. */
    private static InterruptedException interrupted(InterruptException cause) {
        Thread.interrupted();
        return (InterruptedException) new InterruptedException("reading Slurm's topics").initCause(cause);
    }

    private UnreadableSourceException unreadable(KafkaException cause) {
        return new UnreadableSourceException(
                options.topicServers(),
                "Slurm's topics cannot be read (" + cause.getMessage() + ")",
                "check topicServers and that the broker runs",
                cause);
    }

    @Override
    public void close() {
        if (consumer != null) {
            KafkaConsumer<byte[], byte[]> closing = consumer;
            consumer = null;
            closing.close();
        }
    }
}
