package io.barograph.runtime;

import io.barograph.configuration.KafkaSettings;
import java.util.Properties;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Makes the producer that all collectors publish with: each record once and in its order. */
public final class OrderedProducer {
    private OrderedProducer() {}

    /**
     * Makes an idempotent producer with {@code acks=all}.
     *
     * <p>It has one request at a time under way to each broker. With several, a partition that its broker does not lead
     * yet (a new topic) may refuse the first batch and take the second; the first can then never arrive (KAFKA-15591). Larger batches make up for it.
     *
     * @param properties further producer properties, for instance security settings
     */
    public static KafkaProducer<byte[], byte[]> create(String bootstrapServers, Properties properties) {
        Properties all = new Properties();
        all.putAll(properties);
        all.put(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers);
        all.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
        all.put(ProducerConfig.ACKS_CONFIG, "all");
        all.put(ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION, 1);
        KafkaSettings.PRODUCER_DEFAULTS.forEach(all::putIfAbsent);
        return new KafkaProducer<>(all, new ByteArraySerializer(), new ByteArraySerializer());
    }
}
