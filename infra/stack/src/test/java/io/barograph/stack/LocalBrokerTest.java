package io.barograph.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.barograph.schemas.Topic;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.InvalidTimestampException;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class LocalBrokerTest {
    private static final Instant YEARS_AGO = Instant.parse("2018-02-09T08:00:05Z");

    @TempDir
    private static Path folder;

    private static final BlockingQueue<CommandFailedException> REPORTED = new LinkedBlockingQueue<>();
    private static LocalBroker broker;

    @BeforeAll
    static void start() throws Exception {
        broker = new LocalBroker(
                folder.resolve("kafka"), folder.resolve("kafka.log"), LocalBroker.Access.EVERYBODY, REPORTED::add);
        broker.start();
    }

    @AfterAll
    static void stop() throws Exception {
        broker.stop();
        assertThat(REPORTED).isEmpty();
    }

    @Test
    void shouldKeepOldRecordsAndCommittedTransactionsOverARestart() throws Exception {
        broker.createTopics("replay-2.", 1, true);
        TopicPartition partition = new TopicPartition("replay-2.job-weather", 0);
        try (Producer<String, String> producer = producer(Map.of("transactional.id", "test"))) {
            producer.initTransactions();
            producer.beginTransaction();
            producer.send(record(partition, "aborted")).get();
            producer.abortTransaction();
            producer.beginTransaction();
            producer.send(record(partition, "committed")).get();
            producer.commitTransaction();
        }
        String address = broker.bootstrapServers();

        broker.stop();
        broker.start();

        assertThat(broker.bootstrapServers()).isEqualTo(address);
        try (Producer<String, String> producer = producer(Map.of())) {
            producer.send(record(partition, "after the restart")).get();
        }
        assertThat(read(partition, "read_committed", 2)).containsExactly("committed", "after the restart");
        assertThat(read(partition, "read_uncommitted", 3)).containsExactly("aborted", "committed", "after the restart");
    }

    @Test
    void shouldCreateTheCatalogueUnderAPrefixAndLeaveWhatExists() throws Exception {
        broker.createTopics("", 3, false);
        broker.createTopics("", 5, true);
        broker.createTopics("replay-1.", 2, true);
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
            List<String> expected = new ArrayList<>();
            for (Topic<?> topic : Topic.CATALOGUE) {
                expected.add(topic.name());
                expected.add(topic.in("replay-1.").name());
            }
            assertThat(admin.listTopics().names().get()).containsAll(expected);
            var described = admin.describeTopics(expected).allTopicNames().get();
            assertThat(described.get("server-polls").partitions()).hasSize(3);
            assertThat(described.get("replay-1.server-polls").partitions()).hasSize(2);
            assertThat(setting(admin, "server-polls", "retention.ms")).isEqualTo("604800000");
            assertThat(setting(admin, "replay-1.server-polls", "retention.ms")).isEqualTo("-1");
            String ahead = "message.timestamp.after.max.ms";
            String unchanged = Long.toString(Duration.ofHours(1).toMillis());
            assertThat(setting(admin, "server-polls", ahead)).isEqualTo("30000");
            assertThat(setting(admin, "server-rates", ahead)).isEqualTo(unchanged);
            assertThat(setting(admin, "replay-1.server-polls", ahead)).isEqualTo(unchanged);
        }
    }

    @Test
    void shouldRefuseWhatIsAheadOfItsClockInLiveInputsAlone() throws Exception {
        broker.createTopics("live.", 1, false);
        broker.createTopics("recorded.", 1, true);
        try (Producer<String, String> producer = producer(Map.of())) {
            assertThatThrownBy(() -> producer.send(ahead("live.server-polls")).get())
                    .hasCauseInstanceOf(InvalidTimestampException.class);
            producer.send(ahead("live.server-rates")).get();
            producer.send(ahead("recorded.server-polls")).get();
        }
    }

    private static ProducerRecord<String, String> ahead(String topic) {
        long time = Instant.now().plus(Duration.ofMinutes(2)).toEpochMilli();
        return new ProducerRecord<>(topic, 0, time, null, "ahead");
    }

    @Test
    void shouldLeadEveryPartitionOfTheTopicsThatItHasMade() throws Exception {
        int partitions = 8;
        broker.createTopics("led.", partitions, true);

        Map<TopicPartition, OffsetSpec> ends = new HashMap<>();
        for (Topic<?> topic : Topic.CATALOGUE) {
            for (int partition = 0; partition < partitions; partition++) {
                ends.put(new TopicPartition(topic.in("led.").name(), partition), OffsetSpec.latest());
            }
        }
        Map<String, Object> once = Map.of("bootstrap.servers", broker.bootstrapServers(), "retries", 0);
        try (Admin admin = Admin.create(once)) {
            assertThat(admin.listOffsets(ends).all().get()).hasSize(ends.size());
        }
    }

    private static String setting(Admin admin, String topic, String name) throws Exception {
        ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
        return admin.describeConfigs(List.of(resource))
                .all()
                .get()
                .get(resource)
                .get(name)
                .value();
    }

    private static ProducerRecord<String, String> record(TopicPartition partition, String value) {
        return new ProducerRecord<>(partition.topic(), partition.partition(), YEARS_AGO.toEpochMilli(), "key", value);
    }

    private Producer<String, String> producer(Map<String, Object> more) {
        Map<String, Object> properties = new HashMap<>(more);
        properties.put("bootstrap.servers", broker.bootstrapServers());
        return new KafkaProducer<>(properties, new StringSerializer(), new StringSerializer());
    }

    private List<String> read(TopicPartition partition, String isolation, int count) {
        List<String> values = new ArrayList<>();
        try (Consumer<String, String> consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", broker.bootstrapServers(), "isolation.level", isolation),
                new StringDeserializer(),
                new StringDeserializer())) {
            consumer.assign(List.of(partition));
            consumer.seekToBeginning(List.of(partition));
            while (values.size() < count) {
                consumer.poll(Duration.ofMillis(100)).forEach(message -> values.add(message.value()));
            }
        }
        return values;
    }
}
