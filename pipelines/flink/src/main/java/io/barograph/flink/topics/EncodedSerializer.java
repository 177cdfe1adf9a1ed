package io.barograph.flink.topics;

import java.util.Optional;
import org.apache.flink.connector.kafka.lineage.KafkaDatasetFacet;
import org.apache.flink.connector.kafka.lineage.KafkaDatasetFacetProvider;
import org.apache.flink.connector.kafka.sink.KafkaRecordSerializationSchema;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Records that are encoded already, to one topic. */
final class EncodedSerializer implements KafkaRecordSerializationSchema<EncodedRecord>, KafkaDatasetFacetProvider {
    private static final long serialVersionUID = 1L;

    private final String topic;

    /** Takes the name of the topic with its prefix. */
    EncodedSerializer(String topic) {
        this.topic = topic;
    }

    @Override
    public ProducerRecord<byte[], byte[]> serialize(EncodedRecord element, KafkaSinkContext context, Long timestamp) {
        return new ProducerRecord<>(topic, null, element.timestamp(), element.key(), element.value());
    }

    @Override
    public Optional<KafkaDatasetFacet> getKafkaDatasetFacet() {
        return TransactionalSink.facetOf(topic);
    }
}
