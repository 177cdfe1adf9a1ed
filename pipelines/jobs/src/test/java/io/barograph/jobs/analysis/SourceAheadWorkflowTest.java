package io.barograph.jobs.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.flink.testing.BrokerProcess;
import io.barograph.flink.testing.WorkflowCluster;
import io.barograph.flink.topics.KafkaConnection;
import io.barograph.schemas.AvroCodec;
import io.barograph.schemas.FileSystemCatalogue;
import io.barograph.schemas.MalformedRecordException;
import io.barograph.schemas.ServerKind;
import io.barograph.schemas.ServerPoll;
import io.barograph.schemas.ServerPolls;
import io.barograph.schemas.ServerRates;
import io.barograph.schemas.ServerSample;
import io.barograph.schemas.Span;
import io.barograph.schemas.Topic;
import io.barograph.testing.AtLength;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The live analysis of two sites that differ in one host of file system "a" only: its clock is 55 min ahead, in each
 * partition, and the topics take it. File system "b" gets the same results.
 */
@AtLength
class SourceAheadWorkflowTest {
    private static final int PARTITIONS = 2;
    private static final Duration INTERVAL = Duration.ofSeconds(5);
    private static final Duration AHEAD = Duration.ofMinutes(55);

    /** 4 min of a site, 25 times as fast. */
    private static final int POLLS = 48;

    private static final Duration POLL_PAUSE = Duration.ofMillis(200);
    private static final Duration A_MINUTE = Duration.ofSeconds(60);

    @TempDir
    private Path folder;

    private BrokerProcess broker;

    private JobClient analyse(String prefix) throws Exception {
        broker.createTopics(prefix, PARTITIONS);
        Configuration configuration = new Configuration();
        configuration.set(PipelineOptions.GENERIC_TYPES, false);
        configuration.set(PipelineOptions.AUTO_GENERATE_UIDS, false);
        configuration.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofMillis(500));
        StreamExecutionEnvironment env = WorkflowCluster.environment(PARTITIONS, configuration);
        AnalysisJob.build(
                env,
                KafkaConnection.to(broker.bootstrapServers(), prefix),
                AnalysisConfiguration.defaults(new FileSystemCatalogue(List.of())),
                Set.of(AnalysisPart.WEATHER));
        return env.executeAsync();
    }

    private static ServerSample sample(String fileSystem, String server, Instant time, long count) {
        return ServerSample.newBuilder()
                .setFileSystem(fileSystem)
                .setServer(server)
                .setKind(ServerKind.OST)
                .setTime(time)
                .setPublishedAt(time)
                .setIntervalMillis((int) INTERVAL.toMillis())
                .setReadBytes(1_000_000L * count)
                .setWriteBytes(500_000L * count)
                .build();
    }

    private static ProducerRecord<byte[], byte[]> message(String prefix, Integer partition, ServerSample sample) {
        ServerPoll poll =
                ServerPolls.of(List.of(sample), "host of " + sample.getServer()).get(0);
        return new ProducerRecord<>(
                prefix + Topic.SERVER_POLLS.name(),
                partition,
                sample.getTime().toEpochMilli(),
                Topic.SERVER_POLLS.keyBytes(poll),
                AvroCodec.of(ServerPoll.class).encode(poll));
    }

    private void publish(Instant begin) throws InterruptedException, ExecutionException {
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", broker.bootstrapServers()),
                new ByteArraySerializer(),
                new ByteArraySerializer())) {
            for (int poll = 0; poll < POLLS; poll++) {
                Instant time = begin.plus(INTERVAL.multipliedBy(poll));
                List<Future<RecordMetadata>> sent = new ArrayList<>();
                for (String prefix : List.of("calm.", "ahead.")) {
                    for (int server = 0; server < 4; server++) {
                        sent.add(producer.send(message(prefix, null, sample("a", "OST" + server, time, poll))));
                        sent.add(producer.send(
                                message(prefix, null, sample("b", "OST" + server, time, poll * (server + 1L)))));
                    }
                }
                for (int partition = 0; poll >= POLLS / 3 && partition < PARTITIONS; partition++) {
                    sent.add(producer.send(
                            message("ahead.", partition, sample("a", "X" + partition, time.plus(AHEAD), poll))));
                }
                producer.flush();
                for (Future<RecordMetadata> each : sent) {
                    each.get();
                }
                TimeUnit.MILLISECONDS.sleep(POLL_PAUSE.toMillis()); // the pace of the site
            }
        }
    }

    /** The newest record of each interval of "b". */
    private Map<Instant, ServerRates> results(String prefix) throws MalformedRecordException {
        Map<Instant, ServerRates> results = new TreeMap<>();
        try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(
                Map.of(
                        ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                        broker.bootstrapServers(),
                        ConsumerConfig.ISOLATION_LEVEL_CONFIG,
                        "read_committed"),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer())) {
            var partitions = consumer.partitionsFor(prefix + Topic.SERVER_RATES.name()).stream()
                    .map(info -> new TopicPartition(info.topic(), info.partition()))
                    .toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            var ends = consumer.endOffsets(partitions);
            while (partitions.stream().anyMatch(partition -> consumer.position(partition) < ends.get(partition))) {
                for (var message : consumer.poll(Duration.ofMillis(100))) {
                    ServerRates rates = AvroCodec.of(ServerRates.class).decode(message.value());
                    if (rates.getFileSystem().equals("b") && rates.getSpan() == Span.INTERVAL) {
                        results.put(rates.getTo(), rates);
                    }
                }
            }
        }
        return results;
    }

    @Test
    void shouldGiveTheOtherFileSystemTheSameResultsWithinAMinute() throws Exception {
        broker = new BrokerProcess(folder);
        try {
            JobClient calm = analyse("calm.");
            JobClient ahead = analyse("ahead.");
            try {
                long now = System.currentTimeMillis();
                Instant begin =
                        Instant.ofEpochMilli(now - now % INTERVAL.toMillis()).minus(INTERVAL.multipliedBy(POLLS));
                publish(begin);
                // Event time ends a little more than 10 s before the last poll; an interval is due one later than its
                // end.
                Instant last = begin.plus(INTERVAL.multipliedBy(POLLS - 5));
                for (String prefix : List.of("calm.", "ahead.")) {
                    Awaitility.await("results of " + prefix).atMost(A_MINUTE).until(() -> results(prefix)
                            .containsKey(last));
                }
                Map<Instant, ServerRates> expected = results("calm.");
                assertThat(expected).hasSizeGreaterThan(POLLS / 2);
                assertThat(results("ahead.")).isEqualTo(expected).allSatisfy((end, rates) -> assertThat(
                                rates.getRevision())
                        .isEqualTo(1));
            } finally {
                calm.cancel().get();
                ahead.cancel().get();
            }
        } finally {
            broker.close();
        }
    }
}
