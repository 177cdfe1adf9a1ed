package io.barograph.alerting.operators;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.barograph.alerting.AlertPolicy;
import io.barograph.flink.testing.BrokerProcess;
import io.barograph.flink.topics.KafkaConnection;
import io.barograph.jobs.alerting.AlertingJob;
import io.barograph.schemas.Alert;
import io.barograph.schemas.AlertInstruction;
import io.barograph.schemas.AlertState;
import io.barograph.schemas.AvroCodec;
import io.barograph.schemas.ContentionEvent;
import io.barograph.schemas.DeadLetter;
import io.barograph.schemas.InstructionKind;
import io.barograph.schemas.Topic;
import io.barograph.testing.AtLength;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.UUID;
import org.apache.avro.specific.SpecificRecord;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.util.TestStreamEnvironment;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
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
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The alerting job between a real Kafka broker and a real HTTP server, killed and restarted between messages. */
@Timeout(180)
class AlertingJobWorkflowTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final Duration WINDOW = Duration.ofMillis(100);

    @TempDir
    static Path kafkaFolder;

    private static BrokerProcess broker;
    private static MiniCluster flink;
    private static KafkaProducer<byte[], byte[]> producer;

    @TempDir
    Path folder;

    private final String prefix = UUID.randomUUID() + "-";
    private ChatServer chat;
    private JobClient job;

    @BeforeAll
    static void startServers() throws Exception {
        broker = new BrokerProcess(kafkaFolder);
        flink = new MiniCluster(new MiniClusterConfiguration.Builder()
                .setConfiguration(new Configuration())
                .setNumTaskManagers(1)
                .setNumSlotsPerTaskManager(1)
                .withRandomPorts()
                .build());
        flink.start();
        Properties properties = new Properties();
        properties.put(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, broker.bootstrapServers());
        producer = new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer());
    }

    @AfterAll
    static void stopServers() throws Exception {
        if (producer != null) {
            producer.close();
        }
        if (flink != null) {
            flink.close();
        }
        if (broker != null) {
            broker.close();
        }
    }

    @BeforeEach
    void start() throws Exception {
        chat = new ChatServer();
        broker.createTopics(prefix, 1);
    }

    @AfterEach
    void stop() throws Exception {
        chat.close();
        if (job != null && !job.getJobStatus().get().isGloballyTerminalState()) {
            job.cancel().get();
            awaitEnd();
        }
    }

    private void awaitEnd() {
        Awaitility.await().atMost(TIMEOUT).until(() -> job.getJobStatus().get().isGloballyTerminalState());
    }

    private void run(AlertPolicy policy, String savepoint) throws Exception {
        Configuration configuration = new Configuration();
        configuration.set(PipelineOptions.GENERIC_TYPES, false);
        configuration.set(PipelineOptions.AUTO_GENERATE_UIDS, false);
        configuration.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofSeconds(1));
        configuration.set(CheckpointingOptions.CHECKPOINT_STORAGE, "filesystem");
        configuration.set(
                CheckpointingOptions.CHECKPOINTS_DIRECTORY,
                folder.resolve("checkpoints").toUri().toString());
        configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "fixed-delay");
        configuration.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_ATTEMPTS, 10);
        configuration.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_DELAY, Duration.ofMillis(50));
        if (savepoint != null) {
            configuration.set(StateRecoveryOptions.SAVEPOINT_PATH, savepoint);
        }
        StreamExecutionEnvironment env = new TestStreamEnvironment(flink, configuration, 1, List.of(), List.of());
        AlertingJob.build(
                env,
                new AlertingConfiguration(
                        KafkaConnection.to(broker.bootstrapServers(), prefix),
                        policy,
                        List.of(Alerts.webhook(chat.url())),
                        Alerts.MESSAGES));
        job = env.executeAsync();
    }

    private void run(int cap) throws Exception {
        run(Alerts.policy(cap, WINDOW), null);
    }

    @SuppressWarnings("FutureReturnValueIgnored") // flush() waits for it
    private <T extends SpecificRecord> void publish(Topic<T> topic, T datum) {
        producer.send(new ProducerRecord<>(
                prefix + topic.name(),
                null,
                topic.timestamp().applyAsLong(datum),
                topic.keyBytes(datum),
                AvroCodec.of(topic.type()).encode(datum)));
    }

    private void publish(ContentionEvent event) {
        publish(Topic.CONTENTION_EVENTS, event);
        producer.flush();
    }

    private <T extends SpecificRecord> List<T> read(Topic<T> topic) throws Exception {
        Properties properties = new Properties();
        properties.put(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, broker.bootstrapServers());
        TopicPartition partition = new TopicPartition(prefix + topic.name(), 0);
        List<T> records = new ArrayList<>();
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            consumer.assign(List.of(partition));
            consumer.seekToBeginning(List.of(partition));
            long end = consumer.endOffsets(List.of(partition)).get(partition);
            while (consumer.position(partition) < end) {
                for (ConsumerRecord<byte[], byte[]> message : consumer.poll(Duration.ofMillis(100))) {
                    records.add(AvroCodec.of(topic.type()).decode(message.value()));
                }
            }
        }
        return records;
    }

    private List<Alert> awaitAlerts(int number) {
        List<Alert> alerts = new ArrayList<>();
        Awaitility.await().atMost(TIMEOUT).until(() -> {
            alerts.clear();
            alerts.addAll(read(Topic.ALERTS));
            return alerts.size() >= number;
        });
        return alerts;
    }

    private static ContentionEvent recent(String fileSystem) {
        return Alerts.contention(fileSystem, Instant.ofEpochSecond(Instant.now().getEpochSecond() - 60))
                .build();
    }

    private static Map<String, Integer> byKey(List<JsonNode> messages, String state) {
        Map<String, Integer> counts = new HashMap<>();
        messages.stream()
                .filter(message -> message.get("state").asText().equals(state))
                .forEach(message -> counts.merge(message.get("key").asText(), 1, Integer::sum));
        return counts;
    }

    @Test
    void shouldTellOpeningUpdateAndEndUnderOneKeyWithHostileContentMadeHarmless() throws Exception {
        run(20);
        String hostile = "<script>@channel\n" + "x".repeat(100_000);
        ContentionEvent event = ContentionEvent.newBuilder(recent("scratch"))
                .setServer(hostile)
                .setSentence(hostile)
                .build();
        publish(event);
        chat.await(1);
        awaitAlerts(1);
        publish(Alerts.worse(event));
        chat.await(2);
        awaitAlerts(2);
        publish(Alerts.closed(Alerts.worse(event)));
        chat.await(3);

        assertThat(chat.messages())
                .extracting(message -> message.get("state").asText())
                .containsExactly("opened", "updated", "resolved");
        assertThat(chat.messages())
                .extracting(message -> message.get("key").asText())
                .containsOnly(chat.messages().get(0).get("key").asText());
        assertThat(chat.messages()).allSatisfy(message -> {
            assertThat(message.toString()).hasSizeLessThan(10_000);
            assertThat(message.get("title").asText()).doesNotContain("\n");
        });
        assertThat(awaitAlerts(3))
                .extracting(Alert::getState)
                .containsExactly(AlertState.OPENED, AlertState.UPDATED, AlertState.RESOLVED);
    }

    @AtLength
    @Test
    void shouldNeitherLoseNorRepeatWhenTasksAreKilledAndJobsRestarted() throws Exception {
        int alerts = 8;
        chat.holdAnswerTo(4);
        run(40);
        List<ContentionEvent> events = new ArrayList<>();
        for (int i = 0; i < alerts; i++) {
            events.add(recent("fs" + i));
            publish(events.get(i));
        }
        chat.awaitHeld();
        flink.terminateTaskManager(0).get(); // a message is under way: taken, but not answered
        chat.release();
        flink.startTaskManager();
        Awaitility.await()
                .atMost(TIMEOUT)
                .until(() -> byKey(chat.messages(), "opened").size() == alerts);
        awaitAlerts(alerts);
        assertThat(chat.messages()).hasSizeBetween(alerts, alerts + 1);
        assertThat(byKey(chat.messages(), "opened").values()).allMatch(times -> times <= 2);

        int before = chat.messages().size();
        String savepoint = job.stopWithSavepoint(
                        false, folder.resolve("savepoints").toUri().toString(), SavepointFormatType.CANONICAL)
                .get();
        awaitEnd();
        publish(Alerts.closed(events.get(0)));
        run(Alerts.policy(40, WINDOW), savepoint);
        chat.await(before + 1);
        awaitAlerts(alerts + 1);

        job.cancel().get();
        awaitEnd();
        for (ContentionEvent event : events) {
            publish(event); // comes again
        }
        run(40); // without any state: what was reported is read back
        for (ContentionEvent event : events.subList(1, alerts)) {
            publish(Alerts.closed(event));
        }
        Awaitility.await()
                .atMost(TIMEOUT)
                .until(() -> byKey(chat.messages(), "resolved").size() == alerts);
        awaitAlerts(2 * alerts);
        assertThat(byKey(chat.messages(), "resolved").values()).containsOnly(1);
        assertThat(chat.messages()).as("nothing else was sent").hasSize(before + alerts);
    }

    @Test
    void shouldKeepToTheCapWhenTenThousandEventsComeAndSendADigestOfTheRest() throws Exception {
        int cap = 5;
        for (int i = 0; i < 10_000; i++) {
            Instant onset = Instant.ofEpochMilli(Instant.now().toEpochMilli() - 120_000 + i);
            publish(
                    Topic.CONTENTION_EVENTS,
                    Alerts.contention("fs" + i % 500, onset).build());
        }
        producer.flush();
        run(Alerts.policy(cap, Duration.ofMillis(500)), null);
        Awaitility.await().atMost(TIMEOUT).until(() -> !byKey(chat.messages(), "digest")
                .isEmpty());
        assertThat(byKey(chat.messages(), "digest")).hasSize(1);
        assertThat(chat.messages()).hasSizeLessThanOrEqualTo(cap + 1);
        JsonNode digest = chat.messages().get(chat.messages().size() - 1);
        assertThat(digest.get("title").asText())
                .matches("Digest: 9\\d{3} alerts held back, 9\\d{3} of them still hold");
    }

    @Test
    void shouldSendOneDigestAfterAnOutageAndPutWhatAChannelRefusesOnTheDeadLetterTopic() throws Exception {
        Instant outage = Instant.ofEpochMilli(Instant.now().toEpochMilli()).minusSeconds(7200);
        for (int i = 0; i < 200; i++) {
            ContentionEvent event =
                    Alerts.contention("scratch", outage.plusSeconds(i)).build();
            publish(Topic.CONTENTION_EVENTS, event);
            publish(Topic.CONTENTION_EVENTS, Alerts.closed(event));
        }
        producer.flush();
        run(20);
        chat.await(1);
        awaitAlerts(1);
        assertThat(chat.messages()).singleElement().satisfies(digest -> {
            assertThat(digest.get("state").asText()).isEqualTo("digest");
            assertThat(digest.get("title").asText()).isEqualTo("Digest: 200 alerts held back, 0 of them still hold");
        });

        chat.answerWith(400);
        publish(recent("home"));
        List<Alert> alerts = awaitAlerts(2);
        assertThat(alerts.get(1).getDelivered()).isFalse();
        assertThat(alerts.get(1).getFailure()).contains("400");
        assertThat(read(Topic.DEAD_LETTERS)).singleElement().satisfies(letter -> {
            assertThat(letter.getSource()).isEqualTo(prefix + "alerts");
            assertThat(letter.getComponent()).isEqualTo("job alerting");
            assertThat(letter.getReason()).contains("400");
        });
    }

    @Test
    void shouldKeepQuietDuringASilence() throws Exception {
        Instant now = Instant.ofEpochMilli(Instant.now().toEpochMilli());
        publish(
                Topic.ALERT_INSTRUCTIONS,
                AlertInstruction.newBuilder()
                        .setKey("silence/s")
                        .setKind(InstructionKind.SILENCE)
                        .setId("s")
                        .setFileSystems(List.of("scratch"))
                        .setUntil(now.plusSeconds(3600))
                        .setRecordedAt(now)
                        .build());
        producer.flush();
        run(Alerts.policy(20, Duration.ofSeconds(2)), null);
        publish(recent("scratch"));
        publish(recent("home"));
        chat.await(1);
        assertThat(chat.messages())
                .singleElement()
                .satisfies(message -> assertThat(message.get("title").asText()).contains("home"));
        assertThat(awaitAlerts(1)).extracting(Alert::getFileSystem).containsExactly("home");
        assertThat(read(Topic.DEAD_LETTERS)).isEqualTo(List.<DeadLetter>of());
    }
}
