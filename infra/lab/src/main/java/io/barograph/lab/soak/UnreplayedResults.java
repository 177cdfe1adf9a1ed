package io.barograph.lab.soak;

import io.barograph.cli.replay.SiteReplayComparison;
import io.barograph.flink.topics.KafkaConnection;
import io.barograph.jobs.publish.PublishJob;
import io.barograph.runtime.OrderedProducer;
import io.barograph.schemas.AvroCodec;
import io.barograph.schemas.MalformedRecordException;
import io.barograph.schemas.Topic;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * Copies to topics of their own the committed records that job publish has stored and a replay of the window has not: what
 * was decided before or after it, and what is no result of the analysis. With these the expected points are known to the
 * last one; nothing has to be left out of the comparison.
 *
 * @param to topics that the records are copied to, with as many partitions
 */
record UnreplayedResults(KafkaConnection from, KafkaConnection to, Instant begin, Instant end) {
    private static final Duration POLL = Duration.ofMillis(200);

    long copy() throws IOException {
        long copied = 0;
        try (KafkaProducer<byte[], byte[]> output = OrderedProducer.create(to.bootstrapServers(), to.properties())) {
            for (Topic<?> topic : PublishJob.ACCESS.reads()) {
                copied += copy(topic, output);
            }
        }
        return copied;
    }

    @SuppressWarnings("FutureReturnValueIgnored") // its callback hears of failures
    private <T extends SpecificRecord> long copy(Topic<T> topic, KafkaProducer<byte[], byte[]> output)
            throws IOException {
        AvroCodec<T> codec = AvroCodec.of(topic.type());
        boolean isReplayed = SiteReplayComparison.TOPICS.contains(topic);
        AtomicReference<Exception> failures = new AtomicReference<>();
        long copied = 0;
        Properties properties = from.properties();
        properties.put(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, from.bootstrapServers());
        properties.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        properties.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        try (KafkaConsumer<byte[], byte[]> input =
                new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            List<TopicPartition> partitions = input
                    .partitionsFor(topic.in(from.topicPrefix()).name())
                    .stream()
                    .map(partition -> new TopicPartition(partition.topic(), partition.partition()))
                    .toList();
            input.assign(partitions);
            input.seekToBeginning(partitions);
            Map<TopicPartition, Long> ends = input.endOffsets(partitions);
            while (ends.entrySet().stream().anyMatch(last -> input.position(last.getKey()) < last.getValue())) {
                for (ConsumerRecord<byte[], byte[]> record : input.poll(POLL)) {
                    if (!isReplayed || isOutside(topic.timestamp().applyAsLong(codec.decode(record.value())))) {
                        output.send(
                                new ProducerRecord<>(
                                        topic.in(to.topicPrefix()).name(),
                                        record.partition(),
                                        record.timestamp(),
                                        record.key(),
                                        record.value(),
                                        record.headers()),
                                (sent, failure) -> {
                                    if (failure != null) {
                                        failures.compareAndSet(null, failure);
                                    }
                                });
                        copied++;
                    }
                }
            }
            output.flush();
            if (failures.get() != null) {
                throw new IOException("copying records of " + topic.name(), failures.get());
            }
        } catch (MalformedRecordException e) {
            throw new IOException("topic " + topic.in(from.topicPrefix()).name() + ": " + e.getMessage(), e);
        }
        return copied;
    }

    private boolean isOutside(long time) {
        return time < begin.toEpochMilli() || time > end.toEpochMilli();
    }
}
