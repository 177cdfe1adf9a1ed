package io.barograph.lab.bench;

import io.barograph.flink.topics.KafkaConnection;
import io.barograph.schemas.AvroCodec;
import io.barograph.schemas.MalformedRecordException;
import io.barograph.schemas.Topic;
import io.barograph.stack.CommandFailedException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * How fast topics can be read at best on this machine: plain consumers that decode each record and forget it, each of
 * them with its share of the partitions. What a job does with the records comes on top.
 */
final class TopicReadCeiling {
    private static final Duration POLL = Duration.ofMillis(200);

    private final Duration warmUp;
    private final Duration counted;
    private final KafkaConnection kafka;
    private final Map<String, Topic<?>> topics = new HashMap<>();

    TopicReadCeiling(BenchRun run, KafkaConnection kafka, Collection<? extends Topic<?>> topics) {
        this.warmUp = run.sized(Duration.ofMillis(500), Duration.ofSeconds(5));
        this.counted = run.sized(Duration.ofSeconds(1), Duration.ofSeconds(10));
        this.kafka = kafka;
        topics.forEach(topic -> this.topics.put(kafka.topicPrefix() + topic.name(), topic));
    }

    /**
     * Reads what the topics hold from their begin, over and over, and counts once it is warm.
     *
     * @param threads number of threads, each with a consumer of its own
     * @return samples and other records a second, all threads together
     */
    double samplesPerSecond(int threads) throws InterruptedException {
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            List<Future<Double>> readers = new ArrayList<>();
            for (List<TopicPartition> share : shares(threads)) {
                readers.add(pool.submit(() -> read(share)));
            }
            double rate = 0;
            for (Future<Double> reader : readers) {
                rate += reader.get();
            }
            return rate;
        } catch (ExecutionException e) {
            throw new CommandFailedException(
                    "reading the topics " + kafka.topicPrefix() + "*: "
                            + e.getCause().getMessage(),
                    "The log says more.",
                    e);
        } finally {
            pool.shutdownNow();
        }
    }

    /** Partition by partition in turn, so that each thread has its share of every topic. */
    private List<List<TopicPartition>> shares(int threads) {
        List<List<TopicPartition>> shares = new ArrayList<>();
        for (int thread = 0; thread < threads; thread++) {
            shares.add(new ArrayList<>());
        }
        try (KafkaConsumer<byte[], byte[]> consumer = consumer()) {
            for (String topic : topics.keySet()) {
                consumer.partitionsFor(topic).forEach(partition -> shares.get(partition.partition() % threads)
                        .add(new TopicPartition(topic, partition.partition())));
            }
        }
        return shares;
    }

    private double read(List<TopicPartition> partitions) throws MalformedRecordException {
        Map<String, AvroCodec<?>> codecs = new HashMap<>();
        topics.forEach((name, topic) -> codecs.put(name, AvroCodec.of(topic.type())));
        try (KafkaConsumer<byte[], byte[]> consumer = consumer()) {
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            long warm = System.nanoTime() + warmUp.toNanos();
            long end = warm + counted.toNanos();
            long begin = 0;
            long samples = 0;
            while (System.nanoTime() < end) {
                if (begin == 0 && System.nanoTime() >= warm) {
                    begin = System.nanoTime();
                    samples = 0;
                }
                for (ConsumerRecord<byte[], byte[]> message : consumer.poll(POLL)) {
                    samples += PrefilledSite.samples(codecs.get(message.topic()).decode(message.value()));
                }
                if (isAtEnd(consumer, ends)) {
                    consumer.seekToBeginning(partitions);
                }
            }
            return samples / ((System.nanoTime() - begin) / 1e9);
        }
    }

    private static boolean isAtEnd(KafkaConsumer<?, ?> consumer, Map<TopicPartition, Long> ends) {
        return ends.entrySet().stream().allMatch(end -> consumer.position(end.getKey()) >= end.getValue());
    }

    private KafkaConsumer<byte[], byte[]> consumer() {
        Properties properties = kafka.properties();
        properties.put(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, kafka.bootstrapServers());
        properties.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        properties.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        // At the end of a partition the broker would wait for more, while the others are to be read anew.
        properties.put(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, 1);
        return new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }
}
