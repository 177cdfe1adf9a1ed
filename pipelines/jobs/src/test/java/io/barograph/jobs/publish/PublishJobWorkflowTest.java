package io.barograph.jobs.publish;

import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.flink.testing.BrokerProcess;
import io.barograph.flink.topics.KafkaConnection;
import io.barograph.influxdb.InfluxDbAdmin;
import io.barograph.influxdb.InfluxDbBackoff;
import io.barograph.influxdb.InfluxDbConfig;
import io.barograph.influxdb.InfluxRow;
import io.barograph.influxdb.WriteLimits;
import io.barograph.schemas.AvroCodec;
import io.barograph.schemas.CollectorHealth;
import io.barograph.schemas.CollectorState;
import io.barograph.schemas.DeadLetter;
import io.barograph.schemas.JobWeather;
import io.barograph.schemas.ServerRates;
import io.barograph.schemas.Span;
import io.barograph.schemas.Topic;
import io.barograph.testing.AtLength;
import io.barograph.testing.InfluxdServer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import org.apache.flink.api.common.JobStatus;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.test.junit5.InjectMiniCluster;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The publish job between a real Kafka broker and a real InfluxDB. */
class PublishJobWorkflowTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final int FLOOD = 10_000;
    private static final int UNREADABLE_EACH = 50;

    @RegisterExtension
    static final MiniClusterExtension FLINK = new MiniClusterExtension(new MiniClusterResourceConfiguration.Builder()
            .setNumberTaskManagers(1)
            .setNumberSlotsPerTaskManager(2)
            .build());

    @TempDir
    static Path kafkaFolder;

    private static BrokerProcess broker;

    @TempDir
    Path folder;

    private final String prefix = UUID.randomUUID() + "-";
    private KafkaConnection kafka;
    private InfluxdServer influxd;
    private JobClient job;

    @BeforeAll
    static void startBroker() throws Exception {
        broker = new BrokerProcess(kafkaFolder);
    }

    @AfterAll
    static void stopBroker() {
        if (broker != null) {
            broker.close();
        }
    }

    @BeforeEach
    void start() throws Exception {
        influxd = InfluxdServer.start(folder, false);
        admin().ensureDatabaseWithInfiniteRetention();
        broker.createTopics(prefix, 2);
        kafka = KafkaConnection.to(broker.bootstrapServers(), prefix);
    }

    @AfterEach
    void stop() throws Exception {
        if (job != null && !job.getJobStatus().get().isGloballyTerminalState()) {
            job.cancel().get();
        }
        if (influxd != null) {
            influxd.close();
        }
    }

    private InfluxDbConfig influxDb() {
        return InfluxDbConfig.builder(influxd.url(), "weather")
                .limits(new WriteLimits(
                        100,
                        1_000_000,
                        Duration.ofMillis(20),
                        200,
                        new InfluxDbBackoff(Duration.ofMillis(5), Duration.ofMillis(50))))
                .build();
    }

    private InfluxDbAdmin admin() throws Exception {
        return new InfluxDbAdmin(influxDb());
    }

    private JobClient publish(String replay, boolean bounded) throws Exception {
        return publish(replay, bounded, false);
    }

    private JobClient publish(String replay, boolean bounded, boolean levels) throws Exception {
        Configuration configuration = new Configuration();
        configuration.set(PipelineOptions.GENERIC_TYPES, false);
        configuration.set(PipelineOptions.AUTO_GENERATE_UIDS, false);
        configuration.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofMillis(200));
        configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "none");
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment(configuration);
        env.setParallelism(2);
        PublishJob.build(env, new PublishConfiguration(kafka, influxDb(), replay, bounded, levels));
        job = env.executeAsync();
        return job;
    }

    private KafkaProducer<byte[], byte[]> producer(String transactionalId) {
        Properties properties = new Properties();
        properties.put(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, broker.bootstrapServers());
        if (transactionalId != null) {
            properties.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, transactionalId);
        }
        return new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer());
    }

    private ProducerRecord<byte[], byte[]> message(byte[] key, byte[] value) {
        return new ProducerRecord<>(prefix + Topic.JOB_WEATHER.name(), null, 1_518_164_465_000L, key, value);
    }

    private ProducerRecord<byte[], byte[]> message(JobWeather weather) {
        return message(
                Topic.JOB_WEATHER.keyBytes(weather),
                AvroCodec.of(JobWeather.class).encode(weather));
    }

    private void send(JobWeather... results) throws Exception {
        try (KafkaProducer<byte[], byte[]> producer = producer(null)) {
            for (JobWeather weather : results) {
                producer.send(message(weather)).get();
            }
        }
    }

    private List<DeadLetter> deadLetters() throws Exception {
        return deadLetters(letters -> !letters.isEmpty());
    }

    private List<DeadLetter> deadLetters(Predicate<List<DeadLetter>> areAll) throws Exception {
        Properties properties = new Properties();
        properties.put(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, broker.bootstrapServers());
        properties.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        properties.put(ConsumerConfig.GROUP_ID_CONFIG, UUID.randomUUID().toString());
        properties.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        List<DeadLetter> letters = new ArrayList<>();
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            consumer.subscribe(List.of(prefix + Topic.DEAD_LETTERS.name()));
            Awaitility.await().atMost(TIMEOUT).until(() -> {
                for (var message : consumer.poll(Duration.ofMillis(100))) {
                    letters.add(AvroCodec.of(DeadLetter.class).decode(message.value()));
                }
                return areAll.test(letters);
            });
        }
        return letters;
    }

    @Test
    void shouldPublishEachRunOnceWithItsLatestRevision() throws Exception {
        send(
                JobWeatherFixtures.complete("1").build(),
                JobWeatherFixtures.complete("2").build(), // ends in the same instant
                JobWeatherFixtures.withoutServerData("1").setCollector(null).build()); // NaN: of the analysis alone
        publish("february", true).getJobExecutionResult().get();

        List<InfluxRow> rows = admin().query("SELECT * FROM job_weather WHERE replay = 'february'");
        assertThat(rows).hasSize(2);
        assertThat(rows)
                .filteredOn(row -> row.values().get("job_id").equals("1"))
                .singleElement()
                .satisfies(row -> assertThat(row.values())
                        .containsEntry("revision", 2L)
                        .containsEntry("cf_bw", -1L) // JSON does not distinguish -1.0 from -1
                        .containsEntry("quality", "NO_SERVER_DATA")
                        .containsEntry("fs", "scratch"));
        assertThat(rows)
                .filteredOn(row -> row.values().get("job_id").equals("2"))
                .singleElement()
                .satisfies(row ->
                        assertThat(row.values()).containsEntry("revision", 1L).containsEntry("cf_bw", 0.1));
        assertThat(admin().query("SELECT cf_bw FROM job_weather WHERE cf_bw >= 0"))
                .hasSize(1);
    }

    @Test
    void shouldPublishTheHealthOfCollectors() throws Exception {
        CollectorHealth health = CollectorHealth.newBuilder()
                .setCollector("lmt-scratch")
                .setType("lmt")
                .setHost("mon1")
                .setTime(JobWeatherFixtures.END)
                .setStartedAt(JobWeatherFixtures.END.minusSeconds(90))
                .setState(CollectorState.FAILING)
                .setFailure("the database does not answer")
                .setPolls(7)
                .setFailedPolls(2)
                .setLastPollSeconds(0.25)
                .setPublished(Map.of("server-polls", 12L, "job-samples", 3L))
                .setRefused(Map.of("no number", 1L))
                .setDropped(Map.of("server-polls", 4L))
                .setSpooledBytes(100)
                .setLagSeconds(null)
                .build();
        try (KafkaProducer<byte[], byte[]> producer = producer(null)) {
            producer.send(new ProducerRecord<>(
                            prefix + Topic.COLLECTOR_HEALTH.name(),
                            null,
                            JobWeatherFixtures.END.toEpochMilli(),
                            Topic.COLLECTOR_HEALTH.keyBytes(health),
                            AvroCodec.of(CollectorHealth.class).encode(health)))
                    .get();
        }
        publish("", true).getJobExecutionResult().get();

        assertThat(admin().query("SELECT * FROM collector_health GROUP BY host, collector"))
                .singleElement()
                .satisfies(row -> {
                    assertThat(row.tags()).containsEntry("host", "mon1").containsEntry("collector", "lmt-scratch");
                    assertThat(row.values())
                            .containsEntry("state", "FAILING")
                            .containsEntry("failure", "the database does not answer")
                            .containsEntry("published_records", 15L)
                            .containsEntry("published_by_topic", "job-samples=3 server-polls=12")
                            .containsEntry("refused_inputs", 1L)
                            .containsEntry("dropped_records", 4L)
                            .containsEntry("spooled_bytes", 100L)
                            .containsEntry("lag_seconds", -1L)
                            .containsEntry("up_seconds", 90L);
                });
    }

    @Test
    void shouldPutWhatCannotBeDecodedOnTheDeadLetterTopic() throws Exception {
        try (KafkaProducer<byte[], byte[]> producer = producer(null)) {
            producer.send(message(new byte[] {1}, "not avro".getBytes(StandardCharsets.UTF_8)))
                    .get();
        }
        send(JobWeatherFixtures.complete("1").build());
        publish("", true).getJobExecutionResult().get();

        assertThat(admin().query("SELECT job_id FROM job_weather")).hasSize(1);
        assertThat(deadLetters()).singleElement().satisfies(letter -> {
            assertThat(letter.getComponent()).isEqualTo("job publish");
            assertThat(letter.getOrigin()).startsWith(prefix + "job-weather-");
            assertThat(StandardCharsets.UTF_8.decode(letter.getPayload()).toString())
                    .isEqualTo("not avro");
        });
    }

    /** Ten times as long as the interval between two. */
    private void awaitNoCheckpoints(MiniCluster flink) {
        AtomicLong completed = new AtomicLong(-1);
        Awaitility.await("no checkpoint gets through")
                .atMost(TIMEOUT)
                .pollInterval(Duration.ofSeconds(2))
                .until(() -> {
                    long now = flink.getExecutionGraph(job.getJobID())
                            .get()
                            .getCheckpointStatsSnapshot()
                            .getCounts()
                            .getNumberOfCompletedCheckpoints();
                    return completed.getAndSet(now) == now;
                });
    }

    @Test
    @AtLength
    @SuppressWarnings("FutureReturnValueIgnored") // closing the producer waits for all
    void shouldStoreADeadLetterWhileInfluxDbIsAwayForLongerThanATransactionMayTake(@InjectMiniCluster MiniCluster flink)
            throws Exception {
        influxd.stop();
        try (KafkaProducer<byte[], byte[]> producer = producer(null)) {
            // More than all buffers hold, so that no checkpoint gets through.
            for (int i = 0; i < FLOOD; i++) {
                if (i % UNREADABLE_EACH == 0) {
                    producer.send(message(new byte[] {1}, "not avro".getBytes(StandardCharsets.UTF_8)));
                }
                producer.send(message(JobWeatherFixtures.complete(Integer.toString(i))
                        .setEndTime(JobWeatherFixtures.END.plusMillis(i))
                        .build()));
            }
        }
        kafka = new KafkaConnection(broker.bootstrapServers(), prefix, Map.of("transaction.timeout.ms", "1000"));
        publish("", false);
        awaitNoCheckpoints(flink);
        Map<TopicPartition, OffsetAndMetadata> checkpointed = checkpointedOffsets();

        assertThat(deadLetters(letters -> letters.stream().anyMatch(letter -> isReadAfter(checkpointed, letter))))
                .extracting(DeadLetter::getReason)
                .isNotEmpty();
        assertThat(job.getJobStatus().get()).isEqualTo(JobStatus.RUNNING);
        influxd.start();
        Awaitility.await().atMost(TIMEOUT).ignoreExceptions().until(() -> admin().query(
                        "SELECT count(cf_bw) FROM job_weather")
                .get(0)
                .values()
                .get("count")
                .equals((long) FLOOD));
        assertThat(job.getJobStatus().get()).isEqualTo(JobStatus.RUNNING);
        int unreadable = FLOOD / UNREADABLE_EACH;
        assertThat(deadLetters(letters -> letters.size() >= unreadable))
                .as("nor twice")
                .hasSize(unreadable);
    }

    private Map<TopicPartition, OffsetAndMetadata> checkpointedOffsets() throws Exception {
        try (Admin admin =
                Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, broker.bootstrapServers()))) {
            return admin.listConsumerGroupOffsets(prefix + "publish")
                    .partitionsToOffsetAndMetadata()
                    .get();
        }
    }

    /** A transaction would commit such a letter at the next checkpoint only. */
    private static boolean isReadAfter(Map<TopicPartition, OffsetAndMetadata> checkpointed, DeadLetter letter) {
        String origin = letter.getOrigin();
        return checkpointed.entrySet().stream()
                .filter(entry -> origin.startsWith(entry.getKey() + "@"))
                .noneMatch(entry -> Long.parseLong(origin.substring(origin.lastIndexOf('@') + 1))
                        < entry.getValue().offset());
    }

    @Test
    void shouldPutWhatInfluxDbRefusesOnTheDeadLetterTopicWithTheReason() throws Exception {
        admin().query("CREATE RETENTION POLICY hour ON weather DURATION 1h REPLICATION 1 DEFAULT");
        send(JobWeatherFixtures.complete("1").build());
        publish("", true).getJobExecutionResult().get();

        assertThat(deadLetters()).singleElement().satisfies(letter -> {
            assertThat(letter.getSource()).isEqualTo(prefix + "job-weather");
            assertThat(letter.getOrigin()).isEqualTo(influxd.url() + " weather");
            assertThat(letter.getReason()).contains("points beyond retention policy");
            assertThat(letter.getTime()).isEqualTo(JobWeatherFixtures.END);
            assertThat(StandardCharsets.UTF_8.decode(letter.getPayload()).toString())
                    .startsWith("job_weather,fs=scratch ")
                    .contains(",cf_bw=0.1,");
        });
    }

    /** An operation called {@code a\b} restarted the job for ever, and so did what no field can hold. */
    @Test
    void shouldPutARecordThatBecomesNoPointsOnTheDeadLetterTopicAndPublishTheOthers() throws Exception {
        ServerRates unwritable = rates(JobWeatherFixtures.END);
        unwritable
                .getMetadata()
                .setQuantities(
                        Map.of("open", unwritable.getMetadata().getQuantities().get("open")));
        unwritable.getMetadata().getQuantities().get("open").setPerSecond(Double.NaN);
        ServerRates named = rates(JobWeatherFixtures.END.plusSeconds(5));
        named.getMetadata()
                .setQuantities(
                        Map.of("a\\b", named.getMetadata().getQuantities().get("open")));
        try (KafkaProducer<byte[], byte[]> producer = producer(null)) {
            for (ServerRates rates : List.of(unwritable, named)) {
                producer.send(new ProducerRecord<>(
                                prefix + Topic.SERVER_RATES.name(),
                                null,
                                Topic.SERVER_RATES.timestamp().applyAsLong(rates),
                                Topic.SERVER_RATES.keyBytes(rates),
                                AvroCodec.of(ServerRates.class).encode(rates)))
                        .get();
            }
        }
        publish("", true).getJobExecutionResult().get();

        assertThat(admin().query("SELECT metadata_a_b_per_s FROM file_system_rates"))
                .singleElement()
                .satisfies(row -> assertThat(row.values()).containsEntry("metadata_a_b_per_s", 3L));
        assertThat(deadLetters()).singleElement().satisfies(letter -> {
            assertThat(letter.getSource()).isEqualTo(prefix + "server-rates");
            assertThat(letter.getReason()).contains("NaN in field metadata_open_per_s");
            assertThat(letter.getTime()).isEqualTo(JobWeatherFixtures.END.plusSeconds(5));
            assertThat(StandardCharsets.UTF_8.decode(letter.getPayload()).toString())
                    .contains("\"fileSystem\": \"scratch\"");
        });
    }

    private static ServerRates rates(Instant from) {
        return ServerRatesFixtures.complete(Span.INTERVAL, from, Duration.ofSeconds(5))
                .build();
    }

    @Test
    void shouldPutTheWeatherIntoItsRetentionLevelsWhichAreLeftAsTheyAre() throws Exception {
        admin().query("CREATE RETENTION POLICY raw ON weather DURATION INF REPLICATION 1");
        admin().query("CREATE RETENTION POLICY minutes ON weather DURATION INF REPLICATION 1");
        RetentionLevel.ensureAll(admin());
        Instant hour = Instant.now().truncatedTo(ChronoUnit.HOURS).minus(Duration.ofHours(1));
        try (KafkaProducer<byte[], byte[]> producer = producer(null)) {
            for (ServerRates rates : List.of(
                    ServerRatesFixtures.complete(Span.INTERVAL, hour, Duration.ofSeconds(5))
                            .build(),
                    ServerRatesFixtures.complete(Span.MINUTE, hour, Duration.ofMinutes(1))
                            .build(),
                    ServerRatesFixtures.day(hour).build())) {
                producer.send(new ProducerRecord<>(
                                prefix + Topic.SERVER_RATES.name(),
                                Topic.SERVER_RATES.keyBytes(rates),
                                AvroCodec.of(ServerRates.class).encode(rates)))
                        .get();
            }
        }
        publish("", true, true).getJobExecutionResult().get();

        assertThat(admin().query("SHOW RETENTION POLICIES ON weather"))
                .extracting(row -> row.values().get("name") + " " + row.values().get("duration"))
                .contains("raw 0s", "minutes 0s", "hours 43800h0m0s");
        assertThat(admin().query("SELECT read_bytes_per_s FROM weather.raw.file_system_rates"))
                .singleElement()
                .satisfies(row -> assertThat(row.values()).containsEntry("read_bytes_per_s", 100L));
        assertThat(admin().query("SELECT bytes_fullest FROM weather.minutes.fullness"))
                .hasSize(1);
        assertThat(admin().query("SELECT power FROM weather.minutes.spectrogram"))
                .hasSize(2);
        assertThat(admin().query("SELECT observations FROM weather.hours.power_spectrum"))
                .hasSize(101);
        assertThat(admin().query("SELECT read_bytes FROM weather.hours.volumes WHERE span = 'day'"))
                .hasSize(1);
        assertThat(admin().query("SELECT * FROM file_system_rates"))
                .as("nothing in the default policy")
                .isEmpty();
    }

    @Test
    void shouldPublishBeforeTheTransactionOfTheAnalysisEnds() throws Exception {
        publish("", false);
        try (KafkaProducer<byte[], byte[]> producer = producer("analysis")) {
            producer.initTransactions();
            producer.beginTransaction();
            producer.send(message(JobWeatherFixtures.complete("1").build())).get();

            Awaitility.await()
                    .atMost(TIMEOUT)
                    .until(() -> admin().query("SELECT job_id FROM job_weather").size() == 1);
            producer.abortTransaction();
        }
    }
}
