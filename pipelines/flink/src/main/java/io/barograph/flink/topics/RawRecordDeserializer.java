package io.barograph.flink.topics;

import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.connector.kafka.source.reader.deserializer.KafkaRecordDeserializationSchema;
import org.apache.flink.util.Collector;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Hands Kafka's bytes on; decoding happens where a dead letter can be written. */
final class RawRecordDeserializer implements KafkaRecordDeserializationSchema<RawRecord> {
    private static final long serialVersionUID = 1L;

    @Override
    public void deserialize(ConsumerRecord<byte[], byte[]> message, Collector<RawRecord> out) {
        out.collect(new RawRecord(
                message.topic(),
                message.partition(),
                message.offset(),
                message.timestamp(),
                message.key(),
                message.value()));
    }

    @Override
    public TypeInformation<RawRecord> getProducedType() {
        return RawRecord.TYPE;
    }
}
