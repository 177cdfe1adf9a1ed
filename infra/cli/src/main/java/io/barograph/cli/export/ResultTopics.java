package io.barograph.cli.export;

import io.barograph.configuration.KafkaSettings;
import io.barograph.schemas.Topic;
import java.util.function.Consumer;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.IsolationLevel;

/** The topics of a running installation, as far as they are kept. */
public record ResultTopics(KafkaSettings kafka) implements ResultSource {
    @Override
    public <T extends SpecificRecord> boolean read(Topic<T> topic, Consumer<? super T> handler)
            throws InterruptedException {
        new TopicReader<>(
                        kafka.bootstrapServers(),
                        topic.in(kafka.topicPrefix()),
                        IsolationLevel.READ_COMMITTED,
                        kafka.clientProperties())
                .readAll(handler);
        return true;
    }

    @Override
    public String name() {
        return "the topics at " + kafka.bootstrapServers();
    }
}
