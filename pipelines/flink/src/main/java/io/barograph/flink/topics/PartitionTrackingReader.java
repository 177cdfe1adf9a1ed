package io.barograph.flink.topics;

import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.SourceEvent;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.connector.kafka.source.split.KafkaPartitionSplit;
import org.apache.flink.core.io.InputStatus;

/** Kafka's reader; says from where it reads which partitions. */
final class PartitionTrackingReader implements SourceReader<RawRecord, KafkaPartitionSplit> {
    private final SourceReader<RawRecord, KafkaPartitionSplit> reader;
    private final TrackedPartitions watched;

    PartitionTrackingReader(SourceReader<RawRecord, KafkaPartitionSplit> reader, TrackedPartitions watched) {
        this.reader = reader;
        this.watched = watched;
    }

    @Override
    public void start() {
        reader.start();
    }

    @Override
    public InputStatus pollNext(ReaderOutput<RawRecord> output) throws Exception {
        return reader.pollNext(output);
    }

    @Override
    public List<KafkaPartitionSplit> snapshotState(long checkpointId) {
        return reader.snapshotState(checkpointId);
    }

    @Override
    public CompletableFuture<Void> isAvailable() {
        return reader.isAvailable();
    }

    @Override
    public void addSplits(List<KafkaPartitionSplit> splits) {
        watched.add(splits);
        reader.addSplits(splits);
    }

    @Override
    public void notifyNoMoreSplits() {
        reader.notifyNoMoreSplits();
    }

    @Override
    public void handleSourceEvents(SourceEvent event) {
        reader.handleSourceEvents(event);
    }

    @Override
    public void notifyCheckpointComplete(long checkpointId) throws Exception {
        reader.notifyCheckpointComplete(checkpointId);
    }

    @Override
    public void notifyCheckpointAborted(long checkpointId) throws Exception {
        reader.notifyCheckpointAborted(checkpointId);
    }

    @Override
    public void pauseOrResumeSplits(Collection<String> splitsToPause, Collection<String> splitsToResume) {
        reader.pauseOrResumeSplits(splitsToPause, splitsToResume);
    }

    @Override
    public void close() throws Exception {
        watched.close();
        reader.close();
    }
}
