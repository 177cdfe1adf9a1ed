package io.barograph.flink.topics;

import io.barograph.configuration.BarographConfiguration;
import io.barograph.configuration.ConfigurationException;
import io.barograph.configuration.KafkaSettings;
import java.io.Serializable;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.clients.CommonClientConfigs;

/**
 * How a job reaches its topics.
 *
 * @param bootstrapServers the broker's addresses
 * @param topicPrefix prefix of all topics of this installation or replay; may be empty
 * @param clientProperties further client properties, for instance security settings; never printed
 */
public record KafkaConnection(String bootstrapServers, String topicPrefix, Map<String, String> clientProperties)
        implements Serializable {
    public KafkaConnection {
        clientProperties = Map.copyOf(clientProperties);
    }

    /**
     * @param topicPrefix prefix of all topics; may be empty
     * @return a connection without further properties
     */
    public static KafkaConnection to(String bootstrapServers, String topicPrefix) {
        return new KafkaConnection(bootstrapServers, topicPrefix, Map.of());
    }

    /** @throws ConfigurationException if it names none, or its properties file cannot be read */
    public static KafkaConnection of(BarographConfiguration configuration) {
        return of(configuration
                .broker()
                .orElseThrow(() -> new ConfigurationException(
                        "the configuration has no section kafka; it says where the broker is")));
    }

    /**
     * @param kafka section {@code kafka} of the configuration
     * @throws ConfigurationException if its properties file cannot be read
     */
    public static KafkaConnection of(KafkaSettings kafka) {
        Map<String, String> properties = new HashMap<>();
        kafka.clientProperties().forEach((key, value) -> properties.put(key.toString(), value.toString()));
        return new KafkaConnection(kafka.bootstrapServers(), kafka.topicPrefix(), properties);
    }

    /** @return the properties of a client of Kafka: the broker's addresses and the further ones; a copy */
    public Properties properties() {
        Properties properties = new Properties();
        properties.putAll(clientProperties);
        properties.put(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers);
        return properties;
    }

    @Override
    public String toString() {
        return "KafkaConnection[" + bootstrapServers + ", prefix " + topicPrefix + "]";
    }
}
