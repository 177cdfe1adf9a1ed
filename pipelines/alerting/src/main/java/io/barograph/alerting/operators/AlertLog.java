package io.barograph.alerting.operators;

import io.barograph.flink.topics.KafkaConnection;
import io.barograph.schemas.Alert;
import io.barograph.schemas.AvroCodec;
import io.barograph.schemas.DeadLetter;
import io.barograph.schemas.MalformedRecordException;
import io.barograph.schemas.Topic;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The topic of what was sent. Written outside of transactions, with all acknowledgements, right after each delivery: it
 * must hold what was sent whether or not a checkpoint follows.
 */
final class AlertLog implements AutoCloseable {
    /** Without a checkpoint, alerts that were sent longer ago are not followed any more. */
    private static final Duration MEMORY = Duration.ofDays(7);

    private static final Logger LOG = LoggerFactory.getLogger(AlertLog.class);
    private static final Duration POLL = Duration.ofMillis(100);
    private static final Duration READING_LIMIT = Duration.ofMinutes(2);
    private static final Duration CLOSING_LIMIT = Duration.ofSeconds(10);

    private final KafkaConnection kafka;
    private final String topic;
    private final KafkaProducer<byte[], byte[]> producer;

    /**
     * What was read back.
     *
     * @param alerts records in the order in which they were sent
     * @param until by partition, the offset behind the last of them
     */
    record History(List<Alert> alerts, Map<Integer, Long> until) {}

    AlertLog(KafkaConnection kafka) {
        this.kafka = kafka;
        this.topic = kafka.topicPrefix() + Topic.ALERTS.name();
        Properties properties = properties();
        properties.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
        properties.put(ProducerConfig.ACKS_CONFIG, "all");
        // A topic that was just made could lose the first of several batches under way (KAFKA-15591).
        properties.put(ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION, 1);
        this.producer = new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer());
    }

    private Properties properties() {
        Properties properties = kafka.properties();
        return properties;
    }

    /**
     * Records on their way.
     *
     * @param placed by partition, the lowest offset of those that the broker has
     * @param done completes when it has all of them, and exceptionally if it will not
     */
    record Entry(Map<Integer, Long> placed, CompletableFuture<Void> done) {}

    /** @param letter a dead letter to write before them; null for none */
    Entry append(List<Alert> alerts, DeadLetter letter) {
        Map<Integer, Long> placed = new ConcurrentHashMap<>();
        List<CompletableFuture<?>> written = new ArrayList<>();
        if (letter != null) {
            written.add(send(Topic.DEAD_LETTERS, letter, AvroCodec.of(DeadLetter.class)));
        }
        AvroCodec<Alert> codec = AvroCodec.of(Alert.class);
        for (Alert alert : alerts) {
            written.add(send(Topic.ALERTS, alert, codec)
                    .thenAccept(place -> placed.merge(place.partition(), place.offset(), Math::min)));
        }
        return new Entry(placed, CompletableFuture.allOf(written.toArray(CompletableFuture<?>[]::new)));
    }

    @SuppressWarnings("FutureReturnValueIgnored") // the callback completes the future that is returned
    private <T extends SpecificRecord> CompletableFuture<RecordMetadata> send(
            Topic<T> to, T datum, AvroCodec<T> codec) {
        CompletableFuture<RecordMetadata> written = new CompletableFuture<>();
        producer.send(
                new ProducerRecord<>(
                        kafka.topicPrefix() + to.name(),
                        null,
                        to.timestamp().applyAsLong(datum),
                        to.keyBytes(datum),
                        codec.encode(datum)),
                (metadata, exception) -> {
                    if (exception == null) {
                        written.complete(metadata);
                    } else {
                        written.completeExceptionally(exception);
                    }
                });
        return written;
    }

    /**
     * @param from by partition, the offset to begin with; null to begin a week before now
     * @return what has been sent since, up to now
     */
    History readBack(Map<Integer, Long> from, long now) {
        Properties properties = properties();
        properties.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        properties.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
        properties.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest"); // what retention has deleted is gone
        properties.remove(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG);
        List<Alert> alerts = new ArrayList<>();
        Map<Integer, Long> until = new TreeMap<>();
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            List<TopicPartition> partitions = consumer.partitionsFor(topic).stream()
                    .map(partition -> new TopicPartition(topic, partition.partition()))
                    .toList();
            if (partitions.isEmpty()) {
                throw new IllegalStateException("there is no topic " + topic + " at " + kafka.bootstrapServers()
                        + "; ./barograph doctor says how to create it");
            }
            consumer.assign(partitions);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            seek(consumer, partitions, ends, from, now);
            AvroCodec<Alert> codec = AvroCodec.of(Alert.class);
            long deadline = System.nanoTime() + READING_LIMIT.toNanos();
            while (!ends.entrySet().stream().allMatch(end -> consumer.position(end.getKey()) >= end.getValue())) {
                if (System.nanoTime() > deadline) {
                    throw new IllegalStateException("topic " + topic + " at " + kafka.bootstrapServers()
                            + " was not read back within " + READING_LIMIT.toSeconds() + " s; check the broker");
                }
                for (ConsumerRecord<byte[], byte[]> message : consumer.poll(POLL)) {
                    decode(codec, message, alerts);
                }
            }
            ends.forEach((partition, end) -> until.put(partition.partition(), end));
        }
        alerts.sort(Comparator.comparing(Alert::getSentAt).thenComparing(Alert::getMessage));
        return new History(alerts, until);
    }

    private static void seek(
            KafkaConsumer<byte[], byte[]> consumer,
            List<TopicPartition> partitions,
            Map<TopicPartition, Long> ends,
            Map<Integer, Long> from,
            long now) {
        if (from == null) {
            Map<TopicPartition, Long> times = new HashMap<>();
            partitions.forEach(partition -> times.put(partition, now - MEMORY.toMillis()));
            Map<TopicPartition, OffsetAndTimestamp> begins = consumer.offsetsForTimes(times);
            partitions.forEach(partition -> consumer.seek(
                    partition,
                    begins.get(partition) == null
                            ? ends.get(partition)
                            : begins.get(partition).offset()));
        } else {
            partitions.forEach(partition -> consumer.seek(
                    partition, Math.min(ends.get(partition), from.getOrDefault(partition.partition(), 0L))));
        }
    }

    private static void decode(AvroCodec<Alert> codec, ConsumerRecord<byte[], byte[]> message, List<Alert> alerts) {
        try {
            alerts.add(codec.decode(message.value()));
        } catch (MalformedRecordException e) {
            LOG.warn(
                    "{}-{}@{} is no record of an alert and is left out: {}",
                    message.topic(),
                    message.partition(),
                    message.offset(),
                    e.getMessage());
        }
    }

    @Override
    public void close() {
        producer.close(CLOSING_LIMIT);
    }
}
