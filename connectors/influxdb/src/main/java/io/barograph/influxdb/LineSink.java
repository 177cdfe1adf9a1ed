package io.barograph.influxdb;

import java.io.IOException;
import java.util.Collection;
import java.util.List;
import org.apache.flink.api.connector.sink2.WriterInitContext;
import org.apache.flink.connector.base.sink.AsyncSinkBase;
import org.apache.flink.connector.base.sink.writer.BufferedRequestState;
import org.apache.flink.core.io.SimpleVersionedSerializer;

/** Sink of lines; {@link InfluxDbSink} converts elements for it. */
final class LineSink extends AsyncSinkBase<InfluxLine, InfluxLine> {
    private static final long serialVersionUID = 1L;

    private final InfluxDbConfig config;
    private final RejectedLineReporter reporter;

    LineSink(InfluxDbConfig config, RejectedLineReporter reporter) {
        super(
                (line, context) -> line,
                config.maxBatchLines(),
                config.maxInFlightRequests(),
                config.maxBufferedLines(),
                config.maxBatchBytes(),
                config.maxTimeInBuffer().toMillis(),
                config.maxBatchBytes());
        this.config = config;
        this.reporter = reporter;
    }

    @Override
    public LineWriter createWriter(WriterInitContext context) throws IOException {
        return LineWriter.open(config, reporter, context, List.of());
    }

    @Override
    public LineWriter restoreWriter(WriterInitContext context, Collection<BufferedRequestState<InfluxLine>> state)
            throws IOException {
        return LineWriter.open(config, reporter, context, state);
    }

    @Override
    public SimpleVersionedSerializer<BufferedRequestState<InfluxLine>> getWriterStateSerializer() {
        return new LineStateSerializer();
    }
}
