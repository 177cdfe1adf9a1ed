package io.barograph.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.barograph.flink.topics.DecodeFunction;
import io.barograph.flink.topics.KafkaConnection;
import io.barograph.flink.topics.TopicStreams;
import io.barograph.runtime.KafkaPublisher;
import io.barograph.runtime.RecordPublisher;
import io.barograph.schemas.ServerPoll;
import io.barograph.schemas.Topic;
import io.barograph.testing.AtLength;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListTransactionsOptions;
import org.apache.kafka.clients.admin.TransactionListing;
import org.apache.kafka.clients.admin.TransactionState;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What the transactions of a job leave with the broker. */
@Timeout(180)
@AtLength
class TransactionNamesTest {
    private static final Duration GENEROUS = Duration.ofSeconds(60);
    private static final String COPY = "copy.";
    private static final String CLIENT = "writer-of-the-copy";
    private static final TopicPartition COPIED = new TopicPartition("copy.server-polls", 0);

    /** Of the writer of the copy. */
    private static final String NAMES = "copy.copier-results-0-";

    @TempDir
    private Path folder;

    private LocalBroker broker;
    private RecordPublisher publisher;
    private Consumer<byte[], byte[]> committed;
    private int published;
    private int read;

    @BeforeEach
    void start() throws Exception {
        broker = new LocalBroker(
                folder.resolve("kafka"), folder.resolve("kafka.log"), LocalBroker.Access.EVERYBODY, failure -> {});
        broker.start();
        broker.createTopics("", 1, true);
        broker.createTopics(COPY, 1, true);
        publisher = new KafkaPublisher(broker.bootstrapServers(), "", new Properties());
        committed = new KafkaConsumer<>(
                Map.of("bootstrap.servers", broker.bootstrapServers(), "isolation.level", "read_committed"),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer());
        committed.assign(List.of(COPIED));
        committed.seekToBeginning(List.of(COPIED));
    }

    @AfterEach
    void stop() throws Exception {
        committed.close();
        publisher.close();
        broker.stop();
    }

    /** Without a checkpoint to begin from: its writers know nothing of those before. */
    private LocalFlink copying() throws Exception {
        LocalFlink flink = new LocalFlink(folder.resolve("flink"), 1, Duration.ofMillis(100), Optional.empty());
        flink.start();
        StreamExecutionEnvironment env = flink.environment();
        env.setParallelism(1);
        TopicStreams from = new TopicStreams(env, KafkaConnection.to(broker.bootstrapServers(), ""), "copier", false);
        TopicStreams to = new TopicStreams(
                env,
                new KafkaConnection(broker.bootstrapServers(), COPY, Map.of("client.id", CLIENT)),
                "copier",
                false);
        SingleOutputStreamOperator<ServerPoll> polls = from.read(Topic.SERVER_POLLS, WatermarkStrategy.noWatermarks());
        to.write(polls, Topic.SERVER_POLLS);
        to.write(polls.getSideOutput(DecodeFunction.REFUSED), Topic.DEAD_LETTERS);
        flink.submit("copier", env);
        return flink;
    }

    /** One record a time, so that each is in a transaction of its own. */
    private void publishAndAwaitCopies(int number) {
        for (int i = 0; i < number; i++) {
            Instant time = Instant.parse("2018-02-09T08:30:00Z").plusSeconds(published++);
            publisher.publish(
                    Topic.SERVER_POLLS,
                    ServerPoll.newBuilder()
                            .setFileSystem("scratch")
                            .setTime(time)
                            .setPublishedAt(time)
                            .setIntervalMillis(5_000)
                            .setServers(List.of("OST0000"))
                            .setKinds(ByteBuffer.wrap(new byte[] {1}))
                            .build());
            publisher.flush();
            await().atMost(GENEROUS).until(() -> {
                read += committed.poll(Duration.ofMillis(50)).count();
                return read >= published;
            });
        }
    }

    private List<String> names(Admin admin, ListTransactionsOptions which) throws Exception {
        return admin.listTransactions(which).all().get().stream()
                .map(TransactionListing::transactionalId)
                .filter(name -> name.startsWith(NAMES))
                .toList();
    }

    @Test
    void shouldUseNamesAgainAndEndWhatAWriterBeforeLeftOpen() throws Exception {
        int rounds = 12;
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
            LocalFlink first = copying();
            publishAndAwaitCopies(rounds);
            assertThat(read).isEqualTo(published);
            first.stop(); // the second may copy the last ones again
            assertThat(names(admin, new ListTransactionsOptions())).hasSizeBetween(1, rounds / 2);

            leaveOpen(NAMES + "77");
            LocalFlink second = copying();
            publishAndAwaitCopies(rounds); // which nobody sees behind an open transaction
            assertThat(names(admin, new ListTransactionsOptions().filterStates(List.of(TransactionState.ONGOING))))
                    .doesNotContain(NAMES + "77");
            assertThat(names(admin, new ListTransactionsOptions())).hasSizeBetween(2, rounds / 2);
            second.stop();
        }
        await().atMost(GENEROUS)
                .untilAsserted(() -> assertThat(Thread.getAllStackTraces().keySet())
                        .extracting(Thread::getName)
                        .noneMatch(name -> name.equals("kafka-admin-client-thread | " + CLIENT)));
    }

    private void leaveOpen(String name) throws Exception {
        Producer<byte[], byte[]> killed = new KafkaProducer<>(
                Map.of("bootstrap.servers", broker.bootstrapServers(), "transactional.id", name),
                new ByteArraySerializer(),
                new ByteArraySerializer());
        killed.initTransactions();
        killed.beginTransaction();
        killed.send(new ProducerRecord<>(COPIED.topic(), new byte[] {1})).get();
        killed.close(Duration.ZERO);
    }
}
