package io.barograph.flink.topics;

import io.barograph.schemas.AvroCodec;
import io.barograph.schemas.Topic;
import org.apache.avro.specific.SpecificRecord;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichMapFunction;

/** Key, timestamp and value of a record, as the topic catalogue says. */
final class EncodeFunction<T extends SpecificRecord> extends RichMapFunction<T, EncodedRecord> {
    private static final long serialVersionUID = 1L;

    private final String topicName;
    private transient Topic<T> topic;
    private transient AvroCodec<T> codec;

    /** Takes the topic's name along, because its key and time functions do not travel. */
    EncodeFunction(Topic<T> topic) {
        this.topicName = topic.name();
    }

    @Override
    public void open(OpenContext context) {
        topic = Topic.named(topicName);
        codec = AvroCodec.of(topic.type());
    }

    @Override
    public EncodedRecord map(T element) {
        return new EncodedRecord(
                topic.keyBytes(element), topic.timestamp().applyAsLong(element), codec.encode(element));
    }
}
