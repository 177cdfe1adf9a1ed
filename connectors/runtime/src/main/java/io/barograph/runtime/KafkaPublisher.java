package io.barograph.runtime;

import io.barograph.schemas.AvroCodec;
import io.barograph.schemas.Topic;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Publishes to Kafka, each record with its topic's own timestamp. For one thread. */
public final class KafkaPublisher implements RecordPublisher {
    private final KafkaProducer<byte[], byte[]> producer;
    private final String topicPrefix;
    private final Map<Class<?>, AvroCodec<?>> codecs = new HashMap<>();
    private final AtomicReference<PublishException> failure = new AtomicReference<>();

    /**
     * @param topicPrefix prefix of all topics; may be empty
     * @param properties further producer properties, for instance security settings
     */
    public KafkaPublisher(String bootstrapServers, String topicPrefix, Properties properties) {
        this.producer = OrderedProducer.create(bootstrapServers, properties);
        this.topicPrefix = topicPrefix;
        AvroCodec.trustRecords();
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // the callback keeps the outcome for flush()
    public <T extends SpecificRecord> boolean publish(Topic<T> topic, T record) {
        throwFailure();
        @SuppressWarnings("unchecked") // the map holds the codec of the class that is its key
        AvroCodec<T> codec = (AvroCodec<T>) codecs.computeIfAbsent(topic.type(), type -> AvroCodec.of(topic.type()));
        String name = topicPrefix + topic.name();
        ProducerRecord<byte[], byte[]> message = new ProducerRecord<>(
                name, null, topic.timestamp().applyAsLong(record), topic.keyBytes(record), codec.encode(record));
        producer.send(message, (metadata, exception) -> {
            if (exception != null) {
                failure.compareAndSet(
                        null, new PublishException("publishing to " + name + ": " + exception.getMessage(), exception));
            }
        });
        return true;
    }

    @Override
    public void flush() {
        producer.flush();
        throwFailure();
    }

    @Override
    public void close() {
        producer.close(Duration.ofSeconds(30));
    }

    private void throwFailure() {
        PublishException first = failure.get();
        if (first != null) {
            throw first;
        }
    }
}
