package io.barograph.cli.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.barograph.runtime.KafkaPublisher;
import io.barograph.schemas.AvroCodec;
import io.barograph.schemas.ServerKind;
import io.barograph.schemas.ServerPoll;
import io.barograph.schemas.ServerPolls;
import io.barograph.schemas.ServerSample;
import io.barograph.schemas.Topic;
import io.barograph.stack.CommandFailedException;
import io.barograph.stack.LocalBroker;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class TopicReaderTest {
    private static final Instant TIME = Instant.parse("2018-02-09T08:00:05Z");

    @TempDir
    private static Path folder;

    private static LocalBroker broker;

    private String prefix;
    private Topic<ServerPoll> topic;

    @BeforeAll
    static void start() throws Exception {
        broker = new LocalBroker(
                folder.resolve("kafka"), folder.resolve("kafka.log"), LocalBroker.Access.EVERYBODY, failure -> {});
        broker.start();
    }

    @AfterAll
    static void stop() throws Exception {
        broker.stop();
    }

    @BeforeEach
    void createTopics(TestInfo test) throws Exception {
        prefix = test.getTestMethod().orElseThrow().getName() + ".";
        topic = Topic.SERVER_POLLS.in(prefix);
        broker.createTopics(prefix, 3, true);
    }

    @Test
    void shouldReadAllPartitionsToTheirEndsAndAgainOnTheNextCall() throws Exception {
        List<ServerPoll> published = polls(0, 500);
        publish(published);
        TopicReader<ServerPoll> reader = reader(IsolationLevel.READ_COMMITTED);
        for (int i = 0; i < 2; i++) {
            List<ServerPoll> read = new ArrayList<>();
            assertThat(reader.readAll(read::add)).isEqualTo(500);
            assertThat(read).containsExactlyInAnyOrderElementsOf(published);
        }
    }

    @Test
    void shouldFinishAtOnceOnAnEmptyTopic() throws Exception {
        assertThat(reader(IsolationLevel.READ_UNCOMMITTED).readAll(poll -> {})).isZero();
    }

    @Test
    void shouldLeaveOutWhatIsNotCommittedUnlessAskedForIt() throws Exception {
        AvroCodec<ServerPoll> codec = AvroCodec.of(ServerPoll.class);
        Map<String, Object> properties =
                Map.of("bootstrap.servers", broker.bootstrapServers(), "transactional.id", prefix);
        try (Producer<byte[], byte[]> producer =
                new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer())) {
            producer.initTransactions();
            List<ServerPoll> polls = polls(0, 3);
            for (int i = 0; i < polls.size(); i++) {
                producer.beginTransaction();
                producer.send(new ProducerRecord<>(topic.name(), 0, null, null, codec.encode(polls.get(i))))
                        .get();
                if (i == 0) {
                    producer.abortTransaction();
                } else if (i == 1) {
                    producer.commitTransaction();
                }
            }
            List<ServerPoll> committed = new ArrayList<>();
            reader(IsolationLevel.READ_COMMITTED).readAll(committed::add);
            assertThat(committed).containsExactly(polls.get(1));
            List<ServerPoll> all = new ArrayList<>();
            reader(IsolationLevel.READ_UNCOMMITTED).readAll(all::add);
            assertThat(all).containsExactlyElementsOf(polls);
            producer.abortTransaction();
        }
    }

    @Test
    void shouldWaitUntilNoTransactionIsOpen() throws Exception {
        Map<String, Object> properties =
                Map.of("bootstrap.servers", broker.bootstrapServers(), "transactional.id", prefix + "open");
        List<ServerPoll> polls = polls(0, 1);
        TopicReader<ServerPoll> reader = reader(IsolationLevel.READ_COMMITTED);
        try (Producer<byte[], byte[]> producer =
                new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer())) {
            producer.initTransactions();
            producer.beginTransaction();
            byte[] value = AvroCodec.of(ServerPoll.class).encode(polls.get(0));
            producer.send(new ProducerRecord<>(topic.name(), value)).get();
            assertThatThrownBy(() -> reader.awaitTransactions(Duration.ofMillis(200)))
                    .isInstanceOf(CommandFailedException.class)
                    .hasMessageContaining("still open");
            producer.commitTransaction();
        }
        reader.awaitTransactions(Duration.ofMinutes(1));
        List<ServerPoll> committed = new ArrayList<>();
        reader.readAll(committed::add);
        assertThat(committed).isEqualTo(polls);
    }

    @Test
    void shouldFollowTheTopicUntilStopped() throws Exception {
        publish(polls(0, 10));
        ConcurrentLinkedQueue<ServerPoll> seen = new ConcurrentLinkedQueue<>();
        AtomicBoolean stopped = new AtomicBoolean();
        ConcurrentLinkedQueue<Integer> seenWhenCaughtUp = new ConcurrentLinkedQueue<>();
        ExecutorService thread = Executors.newSingleThreadExecutor();
        try {
            Future<Long> count = thread.submit(() -> reader(IsolationLevel.READ_COMMITTED)
                    .tail(seen::add, stopped::get, () -> seenWhenCaughtUp.add(seen.size())));
            await().until(() -> seen.size() == 10);
            await().until(() -> !seenWhenCaughtUp.isEmpty());
            publish(polls(10, 15));
            await().until(() -> seen.size() == 15);
            stopped.set(true);
            assertThat(count.get(30, TimeUnit.SECONDS)).isEqualTo(15);
            assertThat(seenWhenCaughtUp).containsExactly(10);
        } finally {
            thread.shutdownNow();
        }
    }

    @Test
    void shouldLeaveOutWhatIsNoSuchRecordAndReadOn() throws Exception {
        try (Producer<byte[], byte[]> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", broker.bootstrapServers()),
                new ByteArraySerializer(),
                new ByteArraySerializer())) {
            for (int partition = 0; partition < 3; partition++) {
                producer.send(new ProducerRecord<>(topic.name(), partition, null, null, new byte[] {1, 2, 3}))
                        .get();
                producer.send(new ProducerRecord<>(topic.name(), partition, null, null, (byte[]) null))
                        .get();
            }
        }
        publish(polls(0, 3));
        List<ServerPoll> read = new ArrayList<>();
        assertThat(reader(IsolationLevel.READ_COMMITTED).readAll(read::add)).isEqualTo(3);
        assertThat(read).containsExactlyInAnyOrderElementsOf(polls(0, 3));
    }

    @Test
    void shouldSayThatATopicIsMissing() {
        TopicReader<ServerPoll> reader = new TopicReader<>(
                broker.bootstrapServers(), Topic.SERVER_POLLS.in("nowhere."), IsolationLevel.READ_COMMITTED);
        assertThatThrownBy(() -> reader.readAll(poll -> {}))
                .isInstanceOf(CommandFailedException.class)
                .hasMessageContaining("nowhere.server-polls");
    }

    private TopicReader<ServerPoll> reader(IsolationLevel isolation) {
        return new TopicReader<>(broker.bootstrapServers(), topic, isolation);
    }

    private void publish(List<ServerPoll> polls) {
        try (KafkaPublisher publisher = new KafkaPublisher(broker.bootstrapServers(), prefix, new Properties())) {
            polls.forEach(poll -> publisher.publish(Topic.SERVER_POLLS, poll));
            publisher.flush();
        }
    }

    private static List<ServerPoll> polls(int from, int to) {
        List<ServerPoll> polls = new ArrayList<>();
        for (int i = from; i < to; i++) {
            ServerSample sample = ServerSample.newBuilder()
                    .setFileSystem("scratch")
                    .setServer("scratch-OST" + i)
                    .setKind(ServerKind.OST)
                    .setTime(TIME)
                    .setPublishedAt(TIME)
                    .setIntervalMillis(5_000)
                    .setReadBytes((long) i)
                    .build();
            polls.addAll(ServerPolls.of(List.of(sample), "oss" + i));
        }
        return polls;
    }
}
