package io.barograph.jobs.publish;

import io.barograph.flink.topics.KafkaConnection;
import io.barograph.influxdb.RejectedLineReporter;
import io.barograph.schemas.AvroCodec;
import io.barograph.schemas.DeadLetter;
import io.barograph.schemas.Topic;
import java.io.IOException;
import java.time.Duration;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Puts lines that InfluxDB refuses, and records of which no lines can be made, on the dead-letter topic, at least once:
 * what was reported after the last checkpoint is reported again after a restart.
 */
final class DeadLetterReporter implements RejectedLineReporter {
    private static final Duration CLOSING_LIMIT = Duration.ofSeconds(10);

    private final KafkaConnection kafka;
    private final String source;
    private final String origin;
    private transient KafkaProducer<byte[], byte[]> producer;
    private transient AvroCodec<DeadLetter> codec;
    private transient AtomicReference<Exception> failure;

    DeadLetterReporter(KafkaConnection kafka, String source, String origin) {
        this.kafka = kafka;
        this.source = source;
        this.origin = origin;
    }

    @Override
    public void open() {
        codec = AvroCodec.of(DeadLetter.class);
        failure = new AtomicReference<>();
    }

    /** Made when it is needed: it has a connection and a thread, and most sinks have nothing to report. */
    private KafkaProducer<byte[], byte[]> producer() {
        if (producer == null) {
            Properties properties = kafka.properties();
            properties.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
            properties.put(ProducerConfig.ACKS_CONFIG, "all");
            // A topic that was just made could lose the first of several batches under way (KAFKA-15591).
            properties.put(ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION, 1);
            producer = new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer());
        }
        return producer;
    }

    @Override
    public void report(String rejected, Long timestamp, String reason) {
        send(RefusedLine.letter(kafka.topicPrefix() + source, origin, rejected, timestamp, reason));
    }

    @SuppressWarnings("FutureReturnValueIgnored") // the callback keeps the outcome for flush()
    private void send(DeadLetter letter) {
        producer()
                .send(
                        new ProducerRecord<>(
                                kafka.topicPrefix() + Topic.DEAD_LETTERS.name(),
                                null,
                                Topic.DEAD_LETTERS.timestamp().applyAsLong(letter),
                                Topic.DEAD_LETTERS.keyBytes(letter),
                                codec.encode(letter)),
                        (metadata, exception) -> {
                            if (exception != null) {
                                failure.compareAndSet(null, exception);
                            }
                        });
    }

    @Override
    public void flush() throws IOException {
        if (producer == null) {
            return;
        }
        try {
            producer.flush();
        } catch (InterruptException e) {
            throw new IOException("interrupted while storing dead letters", e);
        }
        Exception first = failure.get();
        if (first != null) {
            throw new IOException(
                    "lines that InfluxDB refused could not be stored in " + kafka.topicPrefix()
                            + Topic.DEAD_LETTERS.name() + " at " + kafka.bootstrapServers() + ": " + first.getMessage(),
                    first);
        }
    }

    @Override
    public void close() {
        if (producer != null) {
            producer.close(CLOSING_LIMIT);
        }
    }
}
