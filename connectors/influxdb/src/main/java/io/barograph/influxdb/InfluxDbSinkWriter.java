package io.barograph.influxdb;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.connector.sink2.StatefulSinkWriter;
import org.apache.flink.connector.base.sink.writer.BufferedRequestState;

/** Converts elements to lines and hands them to a {@link LineWriter}. */
record InfluxDbSinkWriter<T>(PointConverter<T> converter, LineWriter lines, RejectedLineReporter reporter)
        implements StatefulSinkWriter<T, BufferedRequestState<InfluxLine>> {
    @Override
    public void write(T element, Context context) throws IOException, InterruptedException {
        List<InfluxLine> converted;
        try {
            converted = convert(element);
        } catch (RuntimeException | StackOverflowError | AssertionError e) {
            // It would be thrown again after each restart: one element must not end the stream.
            lines.rejectUnconverted(String.valueOf(element), context.timestamp(), e);
            return;
        }
        for (InfluxLine line : converted) {
            lines.write(line, context);
        }
    }

    private List<InfluxLine> convert(T element) {
        List<InfluxLine> converted = new ArrayList<>();
        for (InfluxPoint point : converter.convert(element)) {
            converted.add(LineProtocol.write(point));
        }
        return converted;
    }

    @Override
    public void flush(boolean endOfInput) throws IOException, InterruptedException {
        lines.flush(endOfInput);
        if (endOfInput) {
            reporter.flush();
        }
    }

    @Override
    public List<BufferedRequestState<InfluxLine>> snapshotState(long checkpointId) throws IOException {
        List<BufferedRequestState<InfluxLine>> state = lines.snapshotState(checkpointId);
        // After the state is taken: what is no longer in it because it was rejected must be on record.
        reporter.flush();
        return state;
    }

    @Override
    public void close() throws IOException {
        lines.close();
        reporter.close();
    }
}
