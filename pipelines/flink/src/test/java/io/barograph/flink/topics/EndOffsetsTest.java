package io.barograph.flink.topics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.barograph.flink.testing.BrokerProcess;
import io.barograph.testing.AtLength;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real broker: its ends are known, known no more while it is away, and known again. */
class EndOffsetsTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final TopicPartition FIRST = new TopicPartition("samples", 0);
    private static final TopicPartition SECOND = new TopicPartition("samples", 1);

    @TempDir
    private Path folder;

    @AtLength
    @Test
    void shouldFollowTheEndsOfABrokerThatGoesAndComesBack() throws Exception {
        try (BrokerProcess broker = new BrokerProcess(folder)) {
            try (Admin admin = broker.admin()) {
                admin.createTopics(List.of(new NewTopic("samples", 2, (short) 1)))
                        .all()
                        .get();
            }
            KafkaConnection connection = KafkaConnection.to(broker.bootstrapServers(), "");
            EndOffsets ends = EndOffsets.shared(connection);
            assertThat(EndOffsets.shared(connection)).isSameAs(ends);
            Object user = new Object();
            Object other = new Object();
            try {
                ends.watch(user, List.of(FIRST));
                ends.watch(user, List.of(SECOND));
                awaitEnds(ends, Map.of(FIRST, 0L, SECOND, 0L));

                write(broker, FIRST, 3);
                awaitEnds(ends, Map.of(FIRST, 3L, SECOND, 0L));

                broker.close();
                await().atMost(TIMEOUT).until(() -> !isFresh(ends.snapshot()));
                long lastBefore = ends.snapshot().number();

                broker.start();
                write(broker, SECOND, 2);
                awaitEnds(ends, Map.of(FIRST, 3L, SECOND, 2L));
                assertThat(ends.snapshot().number()).isGreaterThan(lastBefore);
                assertThat(isFresh(ends.snapshot())).isTrue();
            } finally {
                ends.release(user);
                ends.release(other);
            }
            EndOffsets anew = EndOffsets.shared(connection);
            assertThat(anew).isNotSameAs(ends);
            anew.release(user);
        }
    }

    /** Whatever a client does, the next one is asked. */
    @Test
    void shouldLookAgainAfterAnyFailureOfItsClient() throws Exception {
        try (BrokerProcess broker = new BrokerProcess(folder)) {
            try (Admin admin = broker.admin()) {
                admin.createTopics(List.of(new NewTopic("samples", 1, (short) 1)))
                        .all()
                        .get();
            }
            AtomicInteger clients = new AtomicInteger();
            EndOffsets ends = EndOffsets.started(
                    KafkaConnection.to(broker.bootstrapServers(), ""), () -> switch (clients.getAndIncrement()) {
                        case 0 -> throw new KafkaException("No resolvable bootstrap urls");
                        case 1 -> throw new NoClassDefFoundError("org/apache/kafka/Anything");
                        case 2 -> closed(broker.admin());
                        default -> broker.admin();
                    });
            Object user = new Object();
            ends.watch(user, List.of(FIRST));
            try {
                awaitEnds(ends, Map.of(FIRST, 0L));
                assertThat(clients).hasValue(4);
                write(broker, FIRST, 1);
                awaitEnds(ends, Map.of(FIRST, 1L));
            } finally {
                ends.release(user);
            }
        }
    }

    /** A client whose thread has ended. */
    private static Admin closed(Admin admin) {
        admin.close();
        return admin;
    }

    private static void awaitEnds(EndOffsets ends, Map<TopicPartition, Long> expected) {
        await().atMost(TIMEOUT).until(() -> ends.snapshot().ends().equals(expected));
    }

    private static boolean isFresh(EndOffsetsSnapshot snapshot) {
        return EndOffsets.millis() - snapshot.takenAt() < PartitionWatermarkGenerator.FRESH_FOR.toMillis();
    }

    private static void write(BrokerProcess broker, TopicPartition partition, int records) throws Exception {
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", broker.bootstrapServers()),
                new ByteArraySerializer(),
                new ByteArraySerializer())) {
            for (int i = 0; i < records; i++) {
                producer.send(new ProducerRecord<>(partition.topic(), partition.partition(), null, new byte[1]))
                        .get();
            }
        }
    }
}
