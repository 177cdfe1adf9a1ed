package io.barograph.flink.topics;

import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.connector.kafka.source.KafkaSource;
import org.apache.flink.connector.kafka.source.enumerator.KafkaSourceEnumState;
import org.apache.flink.connector.kafka.source.split.KafkaPartitionSplit;
import org.apache.flink.core.io.SimpleVersionedSerializer;

/** A source of Kafka that lets {@link PartitionWatermarkStrategy} know which partitions it reads from where; its state is Kafka's. */
final class PartitionTrackingSource implements Source<RawRecord, KafkaPartitionSplit, KafkaSourceEnumState> {
    private static final long serialVersionUID = 1L;

    private final KafkaSource<RawRecord> source;
    private final KafkaConnection connection;

    PartitionTrackingSource(KafkaSource<RawRecord> source, KafkaConnection connection) {
        this.source = source;
        this.connection = connection;
    }

    @Override
    public Boundedness getBoundedness() {
        return source.getBoundedness();
    }

    @Override
    public SourceReader<RawRecord, KafkaPartitionSplit> createReader(SourceReaderContext context) throws Exception {
        return new PartitionTrackingReader(
                source.createReader(context), TrackedPartitions.open(context.metricGroup(), connection));
    }

    @Override
    public SplitEnumerator<KafkaPartitionSplit, KafkaSourceEnumState> createEnumerator(
            SplitEnumeratorContext<KafkaPartitionSplit> context) {
        return source.createEnumerator(context);
    }

    @Override
    public SplitEnumerator<KafkaPartitionSplit, KafkaSourceEnumState> restoreEnumerator(
            SplitEnumeratorContext<KafkaPartitionSplit> context, KafkaSourceEnumState checkpoint) throws Exception {
        return source.restoreEnumerator(context, checkpoint);
    }

    @Override
    public SimpleVersionedSerializer<KafkaPartitionSplit> getSplitSerializer() {
        return source.getSplitSerializer();
    }

    @Override
    public SimpleVersionedSerializer<KafkaSourceEnumState> getEnumeratorCheckpointSerializer() {
        return source.getEnumeratorCheckpointSerializer();
    }
}
