package io.barograph.jobs.topics;

import java.io.Serializable;
import java.util.Map;
import java.util.Properties;

/**
 * How a job reaches its topics.
 *
 * @param bootstrapServers the broker's addresses
 * @param topicPrefix prefix of all topics of this installation or replay; may be empty
 * @param clientProperties further client properties, for instance security settings; never printed
 */
public record KafkaConnection(String bootstrapServers, String topicPrefix, Map<String, String> clientProperties)
        implements Serializable {
    private static final long serialVersionUID = 1L;

    /** Copies the properties. */
    public KafkaConnection {
        clientProperties = Map.copyOf(clientProperties);
    }

    /**
     * @param bootstrapServers the broker's addresses
     * @param topicPrefix prefix of all topics; may be empty
     * @return a connection without further properties
     */
    public static KafkaConnection to(String bootstrapServers, String topicPrefix) {
        return new KafkaConnection(bootstrapServers, topicPrefix, Map.of());
    }

    Properties properties() {
        Properties properties = new Properties();
        properties.putAll(clientProperties);
        return properties;
    }

    @Override
    public String toString() {
        return "KafkaConnection[" + bootstrapServers + ", prefix " + topicPrefix + "]";
    }
}
