package io.barograph.jobs.archive;

import static io.barograph.jobs.archive.ArchivedPolls.START;
import static io.barograph.jobs.archive.ArchivedPolls.poll;
import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.flink.testing.BrokerProcess;
import io.barograph.flink.topics.KafkaConnection;
import io.barograph.jobs.archive.ArchiveFileReader.Entry;
import io.barograph.schemas.AvroCodec;
import io.barograph.schemas.DeadLetter;
import io.barograph.schemas.JobEvent;
import io.barograph.schemas.JobEventKind;
import io.barograph.schemas.ServerPoll;
import io.barograph.schemas.Topic;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.UUID;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecord;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.util.TestStreamEnvironment;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The archive job between a real Kafka broker and real files. */
class ArchiveJobWorkflowTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final int PARTITIONS = 2;

    @TempDir
    static Path kafkaFolder;

    private static BrokerProcess broker;
    private static MiniCluster cluster;

    @TempDir
    Path folder;

    private final String prefix = UUID.randomUUID() + "-";
    private final List<ServerPoll> sent = new ArrayList<>();

    @BeforeAll
    static void startBroker() throws Exception {
        broker = new BrokerProcess(kafkaFolder);
        cluster = new MiniCluster(new MiniClusterConfiguration.Builder()
                .setConfiguration(new Configuration())
                .setNumTaskManagers(1)
                .setNumSlotsPerTaskManager(PARTITIONS)
                .withRandomPorts()
                .build());
        cluster.start();
    }

    @AfterAll
    static void stopBroker() throws Exception {
        if (cluster != null) {
            cluster.close();
        }
        if (broker != null) {
            broker.close();
        }
    }

    @BeforeEach
    void createTopics() throws Exception {
        broker.createTopics(prefix, PARTITIONS);
    }

    private JobClient archive(Duration fileSpan, boolean bounded) throws Exception {
        Configuration configuration = new Configuration();
        configuration.set(PipelineOptions.GENERIC_TYPES, false);
        configuration.set(PipelineOptions.AUTO_GENERATE_UIDS, false);
        configuration.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofMillis(100));
        configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "fixed-delay");
        configuration.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_ATTEMPTS, 1_000);
        configuration.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_DELAY, Duration.ofMillis(50));
        StreamExecutionEnvironment env =
                new TestStreamEnvironment(cluster, configuration, PARTITIONS, List.of(), List.of());
        ArchiveJob.build(
                env,
                new ArchiveConfiguration(
                        KafkaConnection.to(broker.bootstrapServers(), prefix), folder.toUri(), fileSpan, bounded));
        return env.executeAsync();
    }

    private KafkaProducer<byte[], byte[]> producer() {
        Properties properties = new Properties();
        properties.put(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, broker.bootstrapServers());
        return new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer());
    }

    private <T extends SpecificRecord> void send(Topic<T> topic, List<T> records) throws Exception {
        AvroCodec<T> codec = AvroCodec.of(topic.type());
        try (KafkaProducer<byte[], byte[]> producer = producer()) {
            List<Future<RecordMetadata>> acknowledged = new ArrayList<>();
            for (T each : records) {
                acknowledged.add(producer.send(new ProducerRecord<>(
                        prefix + topic.name(),
                        null,
                        topic.timestamp().applyAsLong(each),
                        topic.keyBytes(each),
                        codec.encode(each))));
            }
            for (Future<RecordMetadata> each : acknowledged) {
                each.get();
            }
        }
    }

    private void sendPolls(int from, int to) throws Exception {
        List<ServerPoll> polls = new ArrayList<>();
        for (int number = from; number < to; number++) {
            polls.add(poll("scratch", number % 10, number));
        }
        send(Topic.SERVER_POLLS, polls);
        sent.addAll(polls);
    }

    private List<Entry> archived() throws Exception {
        List<Entry> entries = new ArrayList<>();
        for (ArchiveFile file : new ArchiveInventory(folder.toUri()).contents().files()) {
            try (ArchiveFileReader reader = ArchiveFileReader.open(new org.apache.flink.core.fs.Path(file.path()))) {
                entries.addAll(ArchivedPolls.readAll(reader));
            }
        }
        return entries;
    }

    private static Map<SpecificRecord, Integer> counted(Stream<? extends SpecificRecord> records) {
        Map<SpecificRecord, Integer> counts = new HashMap<>();
        records.forEach(each -> counts.merge(each, 1, Integer::sum));
        return counts;
    }

    private List<String> files() throws Exception {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile)
                    .map(file -> folder.relativize(file).toString())
                    .sorted()
                    .toList();
        }
    }

    @Test
    void shouldArchiveEachRecordOnceThoughATaskManagerIsLost() throws Exception {
        sendPolls(0, 5_000);
        JobClient job = archive(Duration.ofMillis(500), false);
        Awaitility.await().atMost(TIMEOUT).until(() -> !archived().isEmpty());
        sendPolls(5_000, 9_000);
        cluster.terminateTaskManager(0).get();
        cluster.startTaskManager();
        sendPolls(9_000, 12_000);
        Awaitility.await().atMost(TIMEOUT).until(() -> archived().size() >= sent.size());
        job.cancel().get();

        List<Entry> entries = archived();
        assertThat(counted(entries.stream().map(Entry::datum))).isEqualTo(counted(sent.stream()));
        assertThat(entries.stream().map(entry -> entry.partition() + "@" + entry.offset()))
                .doesNotHaveDuplicates();
    }

    @Test
    void shouldPutTheFilesOfAnHourTogetherAndLateRecordsIntoTheirOwnHour() throws Exception {
        sendPolls(3_000, 4_000); // from one hour into the next
        send(Topic.SERVER_POLLS, List.of(poll("scratch", 3, -60), poll("/home", 1, 0)));
        JobEvent event = JobEvent.newBuilder()
                .setJobId("17")
                .setKind(JobEventKind.START)
                .setTime(START)
                .setPublishedAt(START)
                .build();
        send(Topic.JOB_EVENTS, List.of(event));
        try (KafkaProducer<byte[], byte[]> producer = producer()) {
            producer.send(new ProducerRecord<>(
                            prefix + Topic.SERVER_POLLS.name(), 1, START.toEpochMilli(), new byte[0], new byte[] {1, 2
                            }))
                    .get();
        }

        archive(Duration.ofHours(1), true).getJobExecutionResult().get();

        assertThat(files().stream().map(file -> file.substring(0, file.lastIndexOf('/'))))
                .containsExactly(
                        "job-events/_all/2018-02-09/08",
                        "server-polls/scratch/2018-02-09/07",
                        "server-polls/scratch/2018-02-09/08",
                        "server-polls/scratch/2018-02-09/09",
                        "server-polls/~2Fhome/2018-02-09/08");
        assertThat(files()).allMatch(file -> file.endsWith(".avro"));
        ArchiveInventory.Contents contents = new ArchiveInventory(folder.toUri()).contents();
        assertThat(contents.damaged()).isEmpty();
        assertThat(contents.files()).extracting(ArchiveFile::records).containsExactly(1L, 1L, 600L, 400L, 1L);
        sent.add(poll("scratch", 3, -60));
        sent.add(poll("/home", 1, 0));
        assertThat(counted(archived().stream().map(Entry::datum)))
                .isEqualTo(counted(Stream.concat(Stream.of(event), sent.stream())));
        assertThat(deadLetters()).singleElement().satisfies(letter -> {
            assertThat(letter.getComponent()).isEqualTo("job archive");
            assertThat(letter.getReason()).startsWith("not Avro single-object encoding");
        });
    }

    private List<DeadLetter> deadLetters() throws Exception {
        Properties properties = new Properties();
        properties.put(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, broker.bootstrapServers());
        properties.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        List<DeadLetter> letters = new ArrayList<>();
        AvroCodec<DeadLetter> codec = AvroCodec.of(DeadLetter.class);
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            List<TopicPartition> partitions = List.of(
                    new TopicPartition(prefix + Topic.DEAD_LETTERS.name(), 0),
                    new TopicPartition(prefix + Topic.DEAD_LETTERS.name(), 1));
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            Awaitility.await().atMost(TIMEOUT).until(() -> {
                for (var message : consumer.poll(Duration.ofMillis(100))) {
                    letters.add(codec.decode(message.value()));
                }
                return !letters.isEmpty();
            });
        }
        return letters;
    }
}
