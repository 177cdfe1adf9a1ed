package io.barograph.cli.export;

import io.barograph.configuration.KafkaSettings;
import io.barograph.flink.topics.BrokerErrorExplainer;
import io.barograph.runtime.KafkaPublisher;
import io.barograph.runtime.PublishException;
import io.barograph.runtime.RecordPublisher;
import io.barograph.schemas.Topic;
import io.barograph.stack.CommandFailedException;
import java.time.Duration;
import java.util.Properties;
import java.util.function.Consumer;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.producer.ProducerConfig;

/** The topics of a running installation, as far as they are kept. */
public record ResultTopics(KafkaSettings kafka) implements ResultSource {
    @Override
    public <T extends SpecificRecord> boolean read(Topic<T> topic, Consumer<? super T> handler)
            throws InterruptedException {
        new TopicReader<>(kafka, topic).readAll(handler);
        return true;
    }

    /**
     * @param limit how long the broker may take to answer
     * @throws CommandFailedException if it does not take the record
     */
    public <T extends SpecificRecord> void publish(Topic<T> topic, T record, Duration limit) {
        Properties properties = kafka.clientProperties();
        int millis = Math.toIntExact(limit.toMillis());
        properties.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, millis);
        properties.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, millis - 1_000);
        properties.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, millis);
        try (RecordPublisher publisher =
                new KafkaPublisher(kafka.bootstrapServers(), kafka.topicPrefix(), properties)) {
            publisher.publish(topic, record);
            publisher.flush();
        } catch (PublishException e) {
            throw new CommandFailedException(
                    e.getMessage(),
                    BrokerErrorExplainer.remedy(e)
                            .orElse("Check that the broker at " + kafka.bootstrapServers()
                                    + " runs and has the topic; one that"
                                    + " wants TLS or a password needs kafka.propertiesFile."),
                    e);
        }
    }

    @Override
    public String name() {
        return "the topics at " + kafka.bootstrapServers();
    }
}
