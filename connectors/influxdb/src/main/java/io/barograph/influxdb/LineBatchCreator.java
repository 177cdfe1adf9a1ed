package io.barograph.influxdb;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.flink.connector.base.sink.writer.Batch;
import org.apache.flink.connector.base.sink.writer.BatchCreator;
import org.apache.flink.connector.base.sink.writer.RequestBuffer;
import org.apache.flink.connector.base.sink.writer.RequestEntryWrapper;
import org.apache.flink.connector.base.sink.writer.strategy.RequestInfo;

/**
 * Takes the oldest lines up to the limits of a batch, and never two of one identity: which of two such lines in one
 * request wins differs between InfluxDB versions, and is not even defined in 3.x.
 */
final class LineBatchCreator implements BatchCreator<InfluxLine> {
    private final long maxBytes;

    LineBatchCreator(long maxBytes) {
        this.maxBytes = maxBytes;
    }

    @Override
    public Batch<InfluxLine> createNextBatch(RequestInfo request, RequestBuffer<InfluxLine> buffer) {
        List<InfluxLine> lines = new ArrayList<>(request.getBatchSize());
        Set<String> identities = new HashSet<>();
        long bytes = 0;
        for (RequestEntryWrapper<InfluxLine> next = buffer.peek();
                next != null && lines.size() < request.getBatchSize();
                next = buffer.peek()) {
            boolean fits = lines.isEmpty() || bytes + next.getSize() <= maxBytes;
            if (!fits || !identities.add(next.getRequestEntry().identity())) {
                break;
            }
            lines.add(buffer.poll().getRequestEntry());
            bytes += next.getSize();
        }
        return new Batch<>(lines, bytes);
    }
}
