package io.barograph.collectors.runtime;

import io.barograph.collectors.core.OrderedProducer;
import java.time.Duration;
import java.util.Properties;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * The one producer of a process. It never gives up a record that it has taken: a record that it gave up
 * may be in the topic nevertheless, and would be there twice if it were sent again. Its memory is 32 MiB at most.
 */
final class BrokerConnection implements AutoCloseable {
    private static final int BUFFER_BYTES = 32 * 1024 * 1024;
    private static final int LONGEST_RECONNECT_PAUSE_MILLIS = 1_000;
    private static final int LONGEST_BLOCK_MILLIS = 2_000;

    private final KafkaProducer<byte[], byte[]> producer;
    private final String address;
    private final String topicPrefix;

    /**
     * @param bootstrapServers the broker's addresses
     * @param topicPrefix prefix of all topics; may be empty
     * @param properties further producer properties, for instance security settings
     */
    BrokerConnection(String bootstrapServers, String topicPrefix, Properties properties) {
        Properties all = new Properties();
        all.putAll(properties);
        all.put(ProducerConfig.RETRIES_CONFIG, Integer.MAX_VALUE);
        all.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, Integer.MAX_VALUE);
        all.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, LONGEST_BLOCK_MILLIS);
        all.put(ProducerConfig.BUFFER_MEMORY_CONFIG, BUFFER_BYTES);
        all.putIfAbsent(ProducerConfig.RECONNECT_BACKOFF_MAX_MS_CONFIG, LONGEST_RECONNECT_PAUSE_MILLIS);
        this.producer = OrderedProducer.create(bootstrapServers, all);
        this.address = bootstrapServers;
        this.topicPrefix = topicPrefix;
    }

    /** @return the broker's addresses, for messages */
    String address() {
        return address;
    }

    @SuppressWarnings("FutureReturnValueIgnored") // the callback gets the outcome
    void send(SpooledRecord record, Callback callback) {
        producer.send(
                new ProducerRecord<>(
                        topicPrefix + record.topic(), null, record.timestamp(), record.key(), record.value()),
                callback);
    }

    /** Gives up what is not stored yet. */
    @Override
    public void close() {
        producer.close(Duration.ZERO);
    }
}
