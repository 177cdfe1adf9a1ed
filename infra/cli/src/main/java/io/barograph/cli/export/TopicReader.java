package io.barograph.cli.export;

import io.barograph.configuration.KafkaSettings;
import io.barograph.flink.topics.BrokerErrorExplainer;
import io.barograph.schemas.AvroCodec;
import io.barograph.schemas.MalformedRecordException;
import io.barograph.schemas.Topic;
import io.barograph.stack.CommandFailedException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads a topic from its beginning, outside any consumer group. Records of one partition come in order; between
 * partitions there is none. Each call reads anew.
 */
public final class TopicReader<T extends SpecificRecord> {
    private static final Logger LOG = LoggerFactory.getLogger(TopicReader.class);
    private static final Duration POLL = Duration.ofMillis(200);

    /** Who asks is waiting: a broker that does not answer is reported long before Kafka's own minute is over. */
    private static final Duration TIMEOUT = Duration.ofSeconds(15);

    /** Messages that are no records are named in the log up to here; who floods a topic does not flood the log. */
    private static final int MAX_NAMED = 10;

    private final String bootstrapServers;
    private final Topic<T> topic;
    private final IsolationLevel isolation;
    private final Properties clientProperties;

    /** Reads what is committed; the topic is named without the prefix of the installation. */
    public TopicReader(KafkaSettings kafka, Topic<T> topic) {
        this(
                kafka.bootstrapServers(),
                topic.in(kafka.topicPrefix()),
                IsolationLevel.READ_COMMITTED,
                kafka.clientProperties());
    }

    public TopicReader(String bootstrapServers, Topic<T> topic, IsolationLevel isolation) {
        this(bootstrapServers, topic, isolation, new Properties());
    }

    /**
     * @param topic the topic, with its prefix if it has one
     * @param isolation whether records of transactions that are still open are read, too
     * @param clientProperties further properties of the Kafka client, for instance its credentials
     */
    public TopicReader(String bootstrapServers, Topic<T> topic, IsolationLevel isolation, Properties clientProperties) {
        this.bootstrapServers = bootstrapServers;
        this.topic = topic;
        this.isolation = isolation;
        this.clientProperties = clientProperties;
    }

    /**
     * Reads what the topic holds at the time of the call; with {@link IsolationLevel#READ_COMMITTED} that ends before
     * the first open transaction.
     *
     * @return number of records; what is no record is left out, and the first of it named in the log by partition and
     *     offset
     * @throws CommandFailedException if the topic cannot be read
     */
    public long readAll(Consumer<? super T> handler) throws InterruptedException {
        return read(handler, null, () -> {});
    }

    /**
     * Reads what the topic holds and what is added to it, until stopped.
     *
     * @param handler given every record, in the calling thread
     * @param stopped asked several times a second
     * @return number of records
     * @throws CommandFailedException as {@link #readAll}
     */
    public long tail(Consumer<? super T> handler, BooleanSupplier stopped) throws InterruptedException {
        return tail(handler, stopped, () -> {});
    }

    /** As {@link #tail(Consumer, BooleanSupplier)}, and says when it has got as far as the topic reached at the call. */
    public long tail(Consumer<? super T> handler, BooleanSupplier stopped, Runnable caughtUp)
            throws InterruptedException {
        return read(handler, stopped, caughtUp);
    }

    /**
     * Waits until no transaction is open on the topic: a producer's commit returns before the broker has marked it in
     * every partition, and until then {@link #readAll} does not see all that was committed.
     *
     * @throws CommandFailedException if a transaction is still open then
     */
    public void awaitTransactions(Duration limit) throws InterruptedException {
        Instant deadline = Instant.now().plus(limit);
        try (KafkaConsumer<byte[], byte[]> committed = consumer(IsolationLevel.READ_COMMITTED);
                KafkaConsumer<byte[], byte[]> all = consumer(IsolationLevel.READ_UNCOMMITTED)) {
            List<TopicPartition> partitions = partitions(all);
            while (!committed.endOffsets(partitions).equals(all.endOffsets(partitions))) {
                if (Instant.now().isAfter(deadline)) {
                    throw new CommandFailedException(
                            "a transaction on topic " + topic.name() + " is still open after " + limit.toSeconds()
                                    + " s",
                            "The job that wrote it has not ended as it should; the log says more.");
                }
                Thread.sleep(POLL.toMillis() / 10);
            }
        } catch (InterruptException e) {
            throw (InterruptedException) new InterruptedException("waiting for " + topic.name()).initCause(e);
        }
    }

    private long read(Consumer<? super T> handler, BooleanSupplier stopped, Runnable caughtUp)
            throws InterruptedException {
        try (KafkaConsumer<byte[], byte[]> consumer = consumer(isolation)) {
            List<TopicPartition> partitions = partitions(consumer);
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            BooleanSupplier allRead = allRead(consumer, partitions);
            BooleanSupplier finished = stopped == null ? allRead : stopped;
            AvroCodec<T> codec = AvroCodec.of(topic.type());
            long count = 0;
            long leftOut = 0;
            boolean behind = true;
            while (!finished.getAsBoolean()) {
                for (ConsumerRecord<byte[], byte[]> message : consumer.poll(POLL)) {
                    T record = decode(codec, message, leftOut < MAX_NAMED);
                    if (record == null) {
                        leftOut++;
                    } else {
                        handler.accept(record);
                        count++;
                    }
                }
                if (behind && allRead.getAsBoolean()) {
                    behind = false;
                    caughtUp.run();
                }
            }
            if (leftOut > 0) {
                LOG.warn("topic {}: {} messages that are no such records were left out", topic.name(), leftOut);
            }
            return count;
        } catch (InterruptException e) {
            throw (InterruptedException) new InterruptedException("reading " + topic.name()).initCause(e);
        } catch (KafkaException e) {
            throw new CommandFailedException(
                    "reading topic " + topic.name() + " at " + bootstrapServers + ": "
                            + BrokerErrorExplainer.explain(e),
                    "./barograph doctor --config FILE tests the broker and its topics.",
                    e);
        }
    }

    /** Positions, not counts, show the end: markers of transactions take offsets, too. */
    private static BooleanSupplier allRead(KafkaConsumer<?, ?> consumer, List<TopicPartition> partitions) {
        Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
        return () -> ends.entrySet().stream().allMatch(end -> consumer.position(end.getKey()) >= end.getValue());
    }

    /** @return null for what is no record of the topic: whoever put it there must not hide what comes after it */
    private T decode(AvroCodec<T> codec, ConsumerRecord<byte[], byte[]> message, boolean isNamed) {
        try {
            return codec.decode(message.value());
        } catch (MalformedRecordException e) {
            if (isNamed) {
                LOG.warn(
                        "left out: topic {}, partition {}, offset {}: {}. Find out who wrote it",
                        message.topic(),
                        message.partition(),
                        message.offset(),
                        e.getMessage());
            }
            return null;
        }
    }

    private List<TopicPartition> partitions(KafkaConsumer<?, ?> consumer) {
        List<TopicPartition> partitions = consumer.partitionsFor(topic.name(), TIMEOUT).stream()
                .map(partition -> new TopicPartition(partition.topic(), partition.partition()))
                .toList();
        if (partitions.isEmpty()) {
            throw new CommandFailedException(
                    "there is no topic " + topic.name() + " at " + bootstrapServers,
                    "Check the name and its prefix, and that something has been started that writes it.");
        }
        return partitions;
    }

    private KafkaConsumer<byte[], byte[]> consumer(IsolationLevel isolationLevel) {
        Properties properties = new Properties();
        properties.putAll(clientProperties);
        properties.put(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers);
        properties.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        properties.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
        properties.put(
                ConsumerConfig.ISOLATION_LEVEL_CONFIG, isolationLevel.name().toLowerCase(Locale.ROOT));
        return new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }
}
