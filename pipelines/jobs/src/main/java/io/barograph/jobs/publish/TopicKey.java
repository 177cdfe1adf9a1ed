package io.barograph.jobs.publish;

import io.barograph.schemas.Topic;
import org.apache.avro.specific.SpecificRecord;
import org.apache.flink.api.java.functions.KeySelector;

/**
 * Keeps the records of one key of a topic, and so all revisions of one result, on one subtask, so that they are written
 * in order.
 */
final class TopicKey<T extends SpecificRecord> implements KeySelector<T, String> {
    private final String name;
    private transient Topic<T> topic;

    TopicKey(Topic<T> topic) {
        this.name = topic.name();
    }

    @Override
    public String getKey(T record) {
        if (topic == null) {
            topic = Topic.named(name);
        }
        return topic.key().apply(record);
    }
}
