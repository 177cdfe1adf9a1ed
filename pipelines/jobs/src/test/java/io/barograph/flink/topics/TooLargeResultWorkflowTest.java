package io.barograph.flink.topics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.barograph.flink.state.AvroFormat;
import io.barograph.flink.testing.BrokerProcess;
import io.barograph.flink.testing.WorkflowCluster;
import io.barograph.schemas.AvroCodec;
import io.barograph.schemas.DeadLetter;
import io.barograph.schemas.RatesOfServers;
import io.barograph.schemas.ServerRates;
import io.barograph.schemas.Span;
import io.barograph.schemas.Topic;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Random;
import java.util.UUID;
import org.apache.avro.specific.SpecificRecord;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A result that is larger than its topic takes, on a real broker: a file system of 33 000 servers ended the analysis. */
class TooLargeResultWorkflowTest {
    /** Twice what a topic of a site takes. */
    private static final int MEDIUM = 200_000;

    private static final Instant TIME = Instant.parse("2026-01-01T00:00:00Z");

    @TempDir
    static Path folder;

    private static BrokerProcess broker;

    private final String prefix = UUID.randomUUID() + "-";

    @BeforeAll
    static void startBroker() throws Exception {
        broker = new BrokerProcess(folder);
    }

    @AfterAll
    static void stopBroker() {
        if (broker != null) {
            broker.close();
        }
    }

    private static StreamExecutionEnvironment environment() {
        Configuration configuration = new Configuration();
        configuration.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofMillis(200));
        configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "none");
        return WorkflowCluster.environment(1, configuration);
    }

    /** The second has the name of a server that is longer than any record. */
    private static ServerRates ratesOf(long number) {
        return ratesWith(number, "x".repeat(number == 2 ? Topic.MAX_RECORD_BYTES : 1));
    }

    /** The second cannot be compressed, the third can. */
    private static ServerRates mediumRatesOf(long number) {
        String noise = new Random(7)
                .ints(MEDIUM, '0', 'z')
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
        return ratesWith(number, number == 2 ? noise : "x".repeat(number == 3 ? MEDIUM : 1));
    }

    private static ServerRates ratesWith(long number, String silentServer) {
        AvroCodec.of(ServerRates.class); // Avro builds no record of a class that the codec has not made it trust
        return ServerRates.newBuilder()
                .setFileSystem("fs" + number)
                .setSpan(Span.MINUTE)
                .setFrom(TIME)
                .setTo(TIME.plusSeconds(60))
                .setObservedTo(TIME.plusSeconds(60))
                .setIntervalMillis(5_000)
                .setData(RatesOfServers.newBuilder()
                        .setExpectedServers(1)
                        .setExpectedSamples(1)
                        .setSamples(0)
                        .setSilentServers(List.of(silentServer))
                        .setQuantities(Map.of())
                        .build())
                .build();
    }

    private static DeadLetter letterOf(long number) {
        AvroCodec.of(DeadLetter.class);
        return DeadLetter.newBuilder()
                .setSource("server-polls")
                .setOrigin("line " + number)
                .setComponent("test")
                .setReason("another one")
                .setTime(TIME)
                .build();
    }

    private static DataStream<ServerRates> rates(StreamExecutionEnvironment env) {
        return env.fromSequence(1, 3)
                .uid("numbers")
                .map(TooLargeResultWorkflowTest::ratesOf, AvroFormat.typeOf(ServerRates.class))
                .uid("rates");
    }

    private static DataStream<DeadLetter> letters(StreamExecutionEnvironment env) {
        return env.fromSequence(7, 7)
                .uid("more numbers")
                .map(TooLargeResultWorkflowTest::letterOf, AvroFormat.typeOf(DeadLetter.class))
                .uid("letters");
    }

    /** Once the transactions are over, whose marks the broker writes after it has answered. */
    private <T extends SpecificRecord> List<T> committed(Topic<T> topic) throws Exception {
        TopicPartition partition = new TopicPartition(prefix + topic.name(), 0);
        Awaitility.await("no transaction is open")
                .until(() -> end(partition, IsolationLevel.READ_COMMITTED)
                        == end(partition, IsolationLevel.READ_UNCOMMITTED));
        Properties properties = new Properties();
        properties.put(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, broker.bootstrapServers());
        properties.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        List<T> records = new ArrayList<>();
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            consumer.assign(List.of(partition));
            consumer.seekToBeginning(List.of(partition));
            long end = consumer.endOffsets(List.of(partition)).get(partition);
            while (consumer.position(partition) < end) {
                for (var message : consumer.poll(Duration.ofMillis(50))) {
                    records.add(AvroCodec.of(topic.type()).decode(message.value()));
                }
            }
        }
        return records;
    }

    private static long end(TopicPartition partition, IsolationLevel isolation) throws Exception {
        try (Admin admin = broker.admin()) {
            return admin.listOffsets(Map.of(partition, OffsetSpec.latest()), new ListOffsetsOptions(isolation))
                    .partitionResult(partition)
                    .get()
                    .offset();
        }
    }

    @Test
    void shouldPutItOnTheDeadLetterTopicAndWriteTheOthers() throws Exception {
        broker.createTopics(prefix, 1);
        StreamExecutionEnvironment env = environment();
        TopicStreams topics =
                new TopicStreams(env, KafkaConnection.to(broker.bootstrapServers(), prefix), "analysis", true);
        topics.write(rates(env), Topic.SERVER_RATES);
        topics.write(letters(env), Topic.DEAD_LETTERS);
        env.execute();

        assertThat(committed(Topic.SERVER_RATES))
                .extracting(ServerRates::getFileSystem)
                .containsExactly("fs1", "fs3");
        assertThat(committed(Topic.DEAD_LETTERS))
                .extracting(DeadLetter::getSource, DeadLetter::getOrigin)
                .containsExactlyInAnyOrder(
                        tuple("server-polls", "line 7"), tuple(prefix + "server-rates", "result of fs2"));
    }

    private void limit(Topic<?> topic, int bytes) throws Exception {
        ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, prefix + topic.name());
        ConfigEntry limit = new ConfigEntry(TopicConfig.MAX_MESSAGE_BYTES_CONFIG, Integer.toString(bytes));
        try (Admin admin = broker.admin()) {
            admin.incrementalAlterConfigs(Map.of(resource, List.of(new AlterConfigOp(limit, AlterConfigOp.OpType.SET))))
                    .all()
                    .get();
            Awaitility.await("the topic has its limit").until(() -> admin.describeConfigs(List.of(resource))
                    .all()
                    .get()
                    .get(resource)
                    .get(limit.name())
                    .value()
                    .equals(limit.value()));
        }
    }

    @Test
    void shouldFindOutThatTheTopicTakesLessAndWriteWhatFitsCompressed() throws Exception {
        broker.createTopics(prefix, 1);
        limit(Topic.SERVER_RATES, MEDIUM / 2);
        StreamExecutionEnvironment env = environment();
        TopicStreams topics =
                new TopicStreams(env, KafkaConnection.to(broker.bootstrapServers(), prefix), "analysis", true);
        topics.write(
                env.fromSequence(1, 4)
                        .uid("numbers")
                        .map(TooLargeResultWorkflowTest::mediumRatesOf, AvroFormat.typeOf(ServerRates.class))
                        .uid("rates"),
                Topic.SERVER_RATES);
        topics.write(letters(env), Topic.DEAD_LETTERS);
        env.execute();

        assertThat(committed(Topic.SERVER_RATES))
                .extracting(ServerRates::getFileSystem)
                .containsExactly("fs1", "fs3", "fs4");
        assertThat(committed(Topic.DEAD_LETTERS))
                .filteredOn(letter -> letter.getSource().equals(prefix + "server-rates"))
                .singleElement()
                .satisfies(letter -> {
                    assertThat(letter.getOrigin()).isEqualTo("result of fs2");
                    assertThat(letter.getReason()).endsWith("the topic takes at most 99488");
                });
    }

    @Test
    void shouldWriteNoResultsAfterTheDeadLetters() {
        StreamExecutionEnvironment env = environment();
        TopicStreams topics =
                new TopicStreams(env, KafkaConnection.to(broker.bootstrapServers(), prefix), "analysis", true);
        topics.write(letters(env), Topic.DEAD_LETTERS);

        assertThatThrownBy(() -> topics.write(rates(env), Topic.SERVER_RATES)).hasMessageContaining("server-rates");
    }
}
