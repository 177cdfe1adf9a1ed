package io.barograph.flink.topics;

import io.barograph.schemas.AvroCodec;
import io.barograph.schemas.Topic;
import java.util.Optional;
import org.apache.avro.specific.SpecificRecord;
import org.apache.flink.connector.kafka.lineage.KafkaDatasetFacet;
import org.apache.flink.connector.kafka.lineage.KafkaDatasetFacetProvider;
import org.apache.flink.connector.kafka.sink.KafkaRecordSerializationSchema;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Key, timestamp and value of a record, as the topic catalogue says. */
final class TopicSerializer<T extends SpecificRecord>
        implements KafkaRecordSerializationSchema<T>, KafkaDatasetFacetProvider {
    private static final long serialVersionUID = 1L;

    private final String topicName;
    private final String prefix;
    private transient Topic<T> topic;
    private transient AvroCodec<T> codec;

    /** Takes the topic's name, because its key and time functions do not travel. */
    TopicSerializer(String topicName, String prefix) {
        this.topicName = topicName;
        this.prefix = prefix;
    }

    @Override
    public ProducerRecord<byte[], byte[]> serialize(T element, KafkaSinkContext context, Long timestamp) {
        if (topic == null) {
            topic = Topic.named(topicName);
            codec = AvroCodec.of(topic.type());
        }
        return new ProducerRecord<>(
                prefix + topicName,
                null,
                topic.timestamp().applyAsLong(element),
                topic.keyBytes(element),
                codec.encode(element));
    }

    @Override
    public Optional<KafkaDatasetFacet> getKafkaDatasetFacet() {
        return TransactionalSink.facetOf(prefix + topicName);
    }
}
