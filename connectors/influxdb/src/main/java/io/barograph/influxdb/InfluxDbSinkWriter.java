package io.barograph.influxdb;

import java.io.IOException;
import java.util.List;
import org.apache.flink.api.connector.sink2.StatefulSinkWriter;
import org.apache.flink.connector.base.sink.writer.BufferedRequestState;

/** Converts elements to lines and hands them to a {@link LineWriter}. */
final class InfluxDbSinkWriter<T> implements StatefulSinkWriter<T, BufferedRequestState<InfluxLine>> {
    private final PointConverter<T> converter;
    private final LineWriter lines;

    InfluxDbSinkWriter(PointConverter<T> converter, LineWriter lines) {
        this.converter = converter;
        this.lines = lines;
    }

    @Override
    public void write(T element, Context context) throws IOException, InterruptedException {
        for (InfluxPoint point : converter.convert(element)) {
            lines.write(LineProtocol.write(point), context);
        }
    }

    @Override
    public void flush(boolean endOfInput) throws IOException, InterruptedException {
        lines.flush(endOfInput);
        if (endOfInput) {
            lines.flushRejectedLines();
        }
    }

    @Override
    public List<BufferedRequestState<InfluxLine>> snapshotState(long checkpointId) throws IOException {
        List<BufferedRequestState<InfluxLine>> state = lines.snapshotState(checkpointId);
        // After the state is taken: what is no longer in it because it was rejected must be on record.
        lines.flushRejectedLines();
        return state;
    }

    @Override
    public void close() throws IOException {
        lines.close();
        lines.closeReporter();
    }
}
