package io.barograph.lab.soak;

import io.barograph.jobs.analysis.AnalysisInputs;
import io.barograph.jobs.publish.PublishJob;
import io.barograph.schemas.Topic;
import io.barograph.stack.LocalJob;
import io.barograph.stack.LocalStack;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Reads how much memory and state there is, and how far the analysis is behind. */
final class SoakGauge implements AutoCloseable {
    private static final Duration TIMEOUT = Duration.ofSeconds(2);
    private static final Duration POLL = Duration.ofMillis(200);

    /** All that the analysis reads, but for its own results. */
    private static final List<Topic<?>> INPUTS = AnalysisInputs.TOPICS.stream()
            .filter(topic -> !topic.equals(Topic.JOB_WEATHER))
            .toList();

    /** Of each clock of the analysis a topic that is written as long as something runs. */
    private static final List<Topic<?>> DECISIONS =
            List.of(Topic.SERVER_RATES, Topic.JOB_WEATHER, Topic.LIVE_COVERAGE, Topic.SLOWDOWNS, Topic.ANOMALIES);

    private final LocalStack stack;
    private final String prefix;
    private final int partitions;
    private final LocalJob analysis;
    private final Admin admin;

    SoakGauge(LocalStack stack, String prefix, int partitions, LocalJob analysis) {
        this.stack = stack;
        this.prefix = prefix;
        this.partitions = partitions;
        this.analysis = analysis;
        Properties properties = stack.broker().adminProperties();
        properties.put(AdminClientConfig.RECONNECT_BACKOFF_MAX_MS_CONFIG, 500);
        this.admin = Admin.create(properties);
    }

    /** @return bytes of heap of this process, the jobs included, after a collection of garbage */
    long heapBytes() {
        System.gc(); // what is reachable is the question
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    /** @return bytes of it in memory; empty if it has ended */
    static OptionalLong residentBytes(long pid) {
        try {
            return Files.readAllLines(Path.of("/proc/" + pid + "/status")).stream()
                    .filter(line -> line.startsWith("VmRSS:"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) << 10)
                    .findFirst();
        } catch (IOException e) {
            return OptionalLong.empty();
        }
    }

    /** @return bytes of the newest checkpoint of the analysis; empty if there is none yet */
    OptionalLong stateBytes() throws InterruptedException {
        return analysis.stateBytes();
    }

    /** @return records of the input topics that no complete checkpoint has behind it; empty while the broker is away */
    OptionalLong lag() throws InterruptedException {
        try {
            Map<TopicPartition, OffsetAndMetadata> committed = committed("analysis");
            long lag = 0;
            for (var end : offsets(INPUTS, OffsetSpec.latest()).entrySet()) {
                OffsetAndMetadata done = committed.get(end.getKey());
                lag += end.getValue().offset() - (done == null ? 0 : done.offset());
            }
            return OptionalLong.of(lag);
        } catch (ExecutionException | TimeoutException e) {
            return OptionalLong.empty();
        }
    }

    /** @return whether the analysis has taken decisions after that time in each of its parts */
    boolean hasDecided(Instant time) throws InterruptedException {
        try {
            for (Topic<?> topic : DECISIONS) {
                if (offsets(List.of(topic), OffsetSpec.forTimestamp(time.toEpochMilli())).values().stream()
                        .allMatch(found -> found.offset() < 0)) {
                    return false;
                }
            }
            return true;
        } catch (ExecutionException | TimeoutException e) {
            return false;
        }
    }

    /** @return by partition what a complete checkpoint of the job has committed */
    private Map<TopicPartition, OffsetAndMetadata> committed(String job)
            throws InterruptedException, ExecutionException, TimeoutException {
        return admin.listConsumerGroupOffsets(prefix + job)
                .partitionsToOffsetAndMetadata()
                .get(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
    }

    private Map<TopicPartition, ListOffsetsResultInfo> offsets(Collection<Topic<?>> topics, OffsetSpec which)
            throws InterruptedException, ExecutionException, TimeoutException {
        return admin.listOffsets(
                        partitions(topics).stream().collect(Collectors.toMap(Function.identity(), each -> which)))
                .all()
                .get(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
    }

    private List<TopicPartition> partitions(Collection<Topic<?>> topics) {
        List<TopicPartition> all = new ArrayList<>();
        for (Topic<?> topic : topics) {
            for (int partition = 0; partition < partitions; partition++) {
                all.add(new TopicPartition(topic.in(prefix).name(), partition));
            }
        }
        return all;
    }

    /**
     * @return whether job publish has stored all records that its topics hold: what follows the offsets that a complete
     *     checkpoint of it committed is markers of transactions at most
     */
    boolean isPublished() throws InterruptedException {
        Map<TopicPartition, OffsetAndMetadata> committed;
        try {
            committed = committed("publish");
        } catch (ExecutionException | TimeoutException e) {
            return false;
        }
        Properties properties = stack.broker().adminProperties();
        properties.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        try (KafkaConsumer<byte[], byte[]> rest =
                new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            List<TopicPartition> topics = partitions(PublishJob.ACCESS.reads());
            rest.assign(topics);
            for (TopicPartition topic : topics) {
                OffsetAndMetadata done = committed.get(topic);
                if (done == null) {
                    rest.seekToBeginning(List.of(topic));
                } else {
                    rest.seek(topic, done.offset());
                }
            }
            Map<TopicPartition, Long> ends = rest.endOffsets(topics);
            while (ends.entrySet().stream().anyMatch(end -> rest.position(end.getKey()) < end.getValue())) {
                if (!rest.poll(POLL).isEmpty()) {
                    return false;
                }
            }
            return true;
        } catch (KafkaException e) {
            return false; // the broker is asked again
        }
    }

    @Override
    public void close() {
        admin.close(Duration.ZERO);
    }
}
