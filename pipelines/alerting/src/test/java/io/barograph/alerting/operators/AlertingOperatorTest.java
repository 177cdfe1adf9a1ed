package io.barograph.alerting.operators;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.barograph.alerting.AlertDescription;
import io.barograph.alerting.AlertSignal;
import io.barograph.alerting.AlertSource;
import io.barograph.flink.quarantine.RecordIdentity;
import io.barograph.flink.testing.BrokerProcess;
import io.barograph.flink.topics.KafkaConnection;
import io.barograph.schemas.AvroCodec;
import io.barograph.schemas.ContentionEvent;
import io.barograph.schemas.DeadLetter;
import io.barograph.schemas.MalformedRecordException;
import io.barograph.schemas.Topic;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.UUID;
import org.apache.flink.api.common.functions.util.ListCollector;
import org.apache.flink.api.common.serialization.SerializerConfigImpl;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The operator alone, by a clock of its own, with a real broker and a real HTTP server. */
@Timeout(120)
class AlertingOperatorTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final long STEP = 500;

    @TempDir
    static Path kafkaFolder;

    private static BrokerProcess broker;

    private final String prefix = UUID.randomUUID() + "-";
    private long now = Alerts.ONSET.plusSeconds(31).toEpochMilli();

    @BeforeAll
    static void startBroker() throws Exception {
        broker = new BrokerProcess(kafkaFolder);
    }

    @BeforeEach
    void createTopics() throws Exception {
        broker.createTopics(prefix, 2);
    }

    @AfterAll
    static void stopBroker() {
        if (broker != null) {
            broker.close();
        }
    }

    private OneInputStreamOperatorTestHarness<AlertInput, Void> harness(ChatServer chat, OperatorSubtaskState state)
            throws Exception {
        OneInputStreamOperatorTestHarness<AlertInput, Void> harness = new OneInputStreamOperatorTestHarness<>(
                new AlertingOperator(new AlertingConfiguration(
                        KafkaConnection.to(broker.bootstrapServers(), prefix),
                        Alerts.policy(20, Duration.ofSeconds(1)),
                        List.of(Alerts.webhook(chat.url())),
                        Alerts.MESSAGES)),
                AlertInput.TYPE.createSerializer(new SerializerConfigImpl()));
        harness.setProcessingTime(now);
        harness.setup();
        if (state != null) {
            harness.initializeState(state);
        }
        harness.open();
        return harness;
    }

    private void observe(OneInputStreamOperatorTestHarness<AlertInput, Void> harness, ContentionEvent event)
            throws Exception {
        List<AlertInput> inputs = new ArrayList<>();
        new ContentionSignals().flatMap(event, new ListCollector<>(inputs));
        for (AlertInput input : inputs) {
            harness.processElement(new StreamRecord<>(input));
        }
    }

    @Test
    void shouldNameTheRecordThatMakesItFail() throws Exception {
        AlertInput failing = new AlertInput.Attributed(
                new RecordIdentity("anomalies", "run 4711"), new AlertInput.Progress("scratch", true));
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        AlertInput.TYPE.format().write(failing, new DataOutputStream(bytes));
        assertThat(AlertInput.TYPE.format().read(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray()))))
                .isEqualTo(failing);

        AlertInput broken =
                new AlertInput.Attributed(new RecordIdentity("anomalies", "run 4711"), new AlertInput.Seen(null));
        try (ChatServer chat = new ChatServer();
                var harness = harness(chat, null)) {
            assertThatThrownBy(() -> harness.processElement(new StreamRecord<>(broken)))
                    .hasMessageStartingWith("record anomalies run 4711 made operator");
        }
    }

    @Test
    void shouldTellOfAnAlertWhoseMessageCannotBeWrittenAndGoOn() throws Exception {
        AlertSignal poisoned = new AlertSignal(
                AlertSource.CONTENTION,
                "poisoned",
                "scratch",
                "read",
                "",
                now - 40_000,
                1,
                AlertSignal.Status.ACTIVE,
                now - 40_000,
                0,
                Double.NaN,
                new AlertDescription("Contention", List.of(), List.of(), "/no address", "", "", ""));
        try (ChatServer chat = new ChatServer();
                var harness = harness(chat, null)) {
            harness.processElement(new StreamRecord<>(new AlertInput.Seen(poisoned)));
            lookUntil(harness, chat, 1);
            observe(
                    harness,
                    Alerts.contention("home", Instant.ofEpochMilli(now).minusSeconds(40))
                            .build());
            lookUntil(harness, chat, 2);

            assertThat(chat.messages())
                    .extracting(message -> message.get("title").asText())
                    .first()
                    .isEqualTo("An alert without its message");
            assertThat(deadLetters()).singleElement().satisfies(letter -> assertThat(letter.getReason())
                    .startsWith("the message cannot be written: URISyntaxException"));
        }
    }

    private List<DeadLetter> deadLetters() throws MalformedRecordException {
        Properties properties = new Properties();
        properties.put(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, broker.bootstrapServers());
        List<DeadLetter> letters = new ArrayList<>();
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            List<TopicPartition> partitions = consumer.partitionsFor(prefix + Topic.DEAD_LETTERS.name()).stream()
                    .map(info -> new TopicPartition(info.topic(), info.partition()))
                    .toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            while (partitions.stream().anyMatch(each -> consumer.position(each) < ends.get(each))) {
                for (var message : consumer.poll(Duration.ofMillis(100))) {
                    letters.add(AvroCodec.of(DeadLetter.class).decode(message.value()));
                }
            }
        }
        return letters;
    }

    private void lookUntil(OneInputStreamOperatorTestHarness<AlertInput, Void> harness, ChatServer chat, int messages) {
        Awaitility.await().atMost(TIMEOUT).until(() -> {
            now += STEP;
            harness.setProcessingTime(now);
            return chat.messages().size() >= messages;
        });
    }

    @Test
    void shouldGoOnFromAnOldSnapshotWithWhatWasSentSince() throws Exception {
        ContentionEvent first = Alerts.contention("scratch", Alerts.ONSET).build();
        ContentionEvent second = Alerts.contention("home", Alerts.ONSET).build();
        try (ChatServer chat = new ChatServer()) {
            OperatorSubtaskState snapshot;
            try (var harness = harness(chat, null)) {
                observe(harness, first);
                lookUntil(harness, chat, 1);
                snapshot = harness.snapshot(1, now);
                observe(harness, second);
                lookUntil(harness, chat, 2);
            } // closes the channel; what was delivered is written down
            try (var harness = harness(chat, snapshot)) {
                observe(harness, second); // its input comes again
                observe(harness, Alerts.closed(first));
                observe(harness, Alerts.closed(second));
                lookUntil(harness, chat, 4);
            }
            assertThat(chat.messages())
                    .extracting(message -> message.get("state").asText() + " "
                            + message.get("labels").get("fs").asText())
                    .containsExactlyInAnyOrder("opened scratch", "opened home", "resolved scratch", "resolved home");
        }
    }

    /** What a collector reports every half minute, with results and without. */
    private void goOn(OneInputStreamOperatorTestHarness<AlertInput, Void> harness, Duration time, boolean withResults)
            throws Exception {
        for (long end = now + time.toMillis(); now < end; ) {
            harness.processElement(new StreamRecord<>(new AlertInput.Progress("scratch", false)));
            pass(harness, Duration.ofSeconds(20));
            if (withResults) {
                harness.processElement(new StreamRecord<>(new AlertInput.Progress("scratch", true)));
            }
            pass(harness, Duration.ofSeconds(10));
        }
    }

    private void pass(OneInputStreamOperatorTestHarness<AlertInput, Void> harness, Duration time) throws Exception {
        now += time.toMillis();
        harness.setProcessingTime(now);
    }

    private static List<String> ofAnalysis(ChatServer chat) {
        return chat.messages().stream()
                .filter(message -> message.get("labels").get("rule").asText().equals("silent-analysis"))
                .map(message -> message.get("state").asText() + " "
                        + message.get("labels").get("fs").asText())
                .toList();
    }

    private void lookUntilOfAnalysis(
            OneInputStreamOperatorTestHarness<AlertInput, Void> harness, ChatServer chat, int messages) {
        Awaitility.await().atMost(TIMEOUT).until(() -> {
            now += STEP;
            harness.setProcessingTime(now);
            return ofAnalysis(chat).size() >= messages;
        });
    }

    @Test
    void shouldSendThatTheAnalysisStandsStillThoughTheQuotaIsUsedUp() throws Exception {
        try (ChatServer chat = new ChatServer();
                var harness = harness(chat, null)) {
            for (int i = 0; i < 1000; i++) {
                observe(
                        harness,
                        Alerts.contention("fs" + i, Instant.ofEpochMilli(now).minusSeconds(40))
                                .build());
            }
            lookUntil(harness, chat, 16); // 15 messages, as the rest of 20 is for ends, and a digest
            assertThat(chat.messages())
                    .extracting(message -> message.get("state").asText())
                    .contains("digest");

            goOn(harness, Duration.ofMinutes(6), false);
            lookUntilOfAnalysis(harness, chat, 1);
            harness.processElement(new StreamRecord<>(new AlertInput.Progress("scratch", true)));
            lookUntilOfAnalysis(harness, chat, 2);
            assertThat(ofAnalysis(chat)).containsExactly("opened scratch", "resolved scratch");
        }
    }

    @Test
    void shouldRememberOverRestoresThatTheAnalysisStandsStill() throws Exception {
        try (ChatServer chat = new ChatServer()) {
            OperatorSubtaskState pending;
            try (var harness = harness(chat, null)) {
                goOn(harness, Duration.ofMinutes(4), false);
                pending = harness.snapshot(1, now);
            }
            OperatorSubtaskState open;
            try (var harness = harness(chat, pending)) {
                goOn(harness, Duration.ofMinutes(2), false);
                lookUntilOfAnalysis(harness, chat, 1);
                observe(
                        harness,
                        Alerts.contention("home", Instant.ofEpochMilli(now).minusSeconds(40))
                                .build());
                lookUntil(harness, chat, 2); // one message at a time: so the answer to the first one is known
                open = harness.snapshot(2, now);
            }
            try (var harness = harness(chat, open)) {
                goOn(harness, Duration.ofMinutes(6), false);
                harness.processElement(new StreamRecord<>(new AlertInput.Progress("scratch", true)));
                lookUntilOfAnalysis(harness, chat, 2);
            }
            assertThat(ofAnalysis(chat)).containsExactly("opened scratch", "resolved scratch");
        }
    }

    @Test
    void shouldSayNothingOfAnAnalysisWhoseResultsCome() throws Exception {
        try (ChatServer chat = new ChatServer();
                var harness = harness(chat, null)) {
            goOn(harness, Duration.ofMinutes(20), true);
            observe(
                    harness,
                    Alerts.contention("home", Instant.ofEpochMilli(now).minusSeconds(40))
                            .build());
            lookUntil(harness, chat, 1); // one message at a time, in order
            assertThat(chat.messages())
                    .extracting(message -> message.get("labels").get("fs").asText())
                    .containsExactly("home");
        }
    }

    @Test
    void shouldKeepAcceptingInputsWhileTheChannelDoesNotAnswer() throws Exception {
        try (ChatServer chat = new ChatServer()) {
            chat.holdAnswerTo(1);
            try (var harness = harness(chat, null)) {
                observe(
                        harness,
                        Alerts.contention("slow1", Instant.ofEpochMilli(now).minusSeconds(40))
                                .build());
                lookUntil(harness, chat, 1);
                for (int i = 0; i < 1000; i++) {
                    observe(
                            harness,
                            Alerts.contention(
                                            "slow2",
                                            Instant.ofEpochMilli(now + i).minusSeconds(40))
                                    .build());
                }
                now += STEP;
                harness.setProcessingTime(now);
                assertThat(chat.messages())
                        .as("one message is under way at a time")
                        .hasSize(1);
                chat.release();
                lookUntil(harness, chat, 2);
            }
        }
    }
}
