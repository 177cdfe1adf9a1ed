package io.barograph.influxdb;

import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.StatefulSinkWriter;
import org.apache.flink.api.connector.sink2.SupportsWriterState;
import org.apache.flink.api.connector.sink2.WriterInitContext;
import org.apache.flink.connector.base.sink.AsyncSinkBase;
import org.apache.flink.connector.base.sink.writer.BufferedRequestState;
import org.apache.flink.core.io.SimpleVersionedSerializer;

/**
 * Writes points to InfluxDB, at least once. Writes are idempotent (a point is identified by measurement, tags and
 * time), so after a restart the database holds what it would hold without.
 *
 * <ul>
 *   <li>Time-outs, refused connections, 429 and 5xx are repeated for ever with capped, jittered delays. Meanwhile lines
 *       are buffered; when the buffer is full the sink holds back its input. A held-back task cannot take part in
 *       checkpoints: a job that must outlive long outages sets {@code
 *       execution.checkpointing.tolerable-failed-checkpoints}.
 *   <li>Lines that the server refuses go to the {@link RejectedLineReporter} with the server's reason; the other lines
 *       of the request are stored.
 *   <li>Elements of which the converter can make no points go there, too.
 *   <li>401, 403, 404 and other signs of a wrong configuration fail the job with a message that names the remedy.
 *   <li>With one request in flight (the default) the points that a subtask writes for one identity are stored in their
 *       order. Key the stream by that identity. A restart with another parallelism can hand buffered points to another
 *       subtask than newer ones; change it while InfluxDB keeps up.
 *   <li>Buffered and unanswered lines are part of every checkpoint.
 * </ul>
 *
 * <pre>{@code
 * results.sinkTo(InfluxDbSink.<Reading>builder()
 *                 .setConfig(InfluxDbConfig.builder(URI.create("http://localhost:8086"), "barograph").build())
 *                 .setConverter(reading -> List.of(InfluxPoint.measurement("temperature")
 *                         .tag("room", reading.room())
 *                         .field("celsius", reading.celsius())
 *                         .at(reading.nanos())))
 *                 .setRejectedLineReporter(new DeadLetterReporter())
 *                 .build())
 *         .uid("influxdb")
 *         .name("InfluxDB");
 * }</pre>
 */
public final class InfluxDbSink<T> implements Sink<T>, SupportsWriterState<T, BufferedRequestState<InfluxLine>> {
    private final PointConverter<T> converter;
    private final LineSink lines;

    private InfluxDbSink(PointConverter<T> converter, LineSink lines) {
        this.converter = converter;
        this.lines = lines;
    }

    /** @return a builder; all its settings are required */
    public static <T> Builder<T> builder() {
        return new Builder<>();
    }

    @Override
    public StatefulSinkWriter<T, BufferedRequestState<InfluxLine>> createWriter(WriterInitContext context)
            throws IOException {
        return new InfluxDbSinkWriter<>(converter, lines.createWriter(context));
    }

    @Override
    public StatefulSinkWriter<T, BufferedRequestState<InfluxLine>> restoreWriter(
            WriterInitContext context, Collection<BufferedRequestState<InfluxLine>> state) throws IOException {
        return new InfluxDbSinkWriter<>(converter, lines.restoreWriter(context, state));
    }

    @Override
    public SimpleVersionedSerializer<BufferedRequestState<InfluxLine>> getWriterStateSerializer() {
        return lines.getWriterStateSerializer();
    }

    /** Builder of {@link InfluxDbSink}. */
    public static final class Builder<T> {
        private InfluxDbConfig config;
        private PointConverter<T> converter;
        private RejectedLineReporter reporter;

        private Builder() {}

        public Builder<T> setConfig(InfluxDbConfig config) {
            this.config = config;
            return this;
        }

        public Builder<T> setConverter(PointConverter<T> converter) {
            this.converter = converter;
            return this;
        }

        public Builder<T> setRejectedLineReporter(RejectedLineReporter reporter) {
            this.reporter = reporter;
            return this;
        }

        public InfluxDbSink<T> build() {
            Objects.requireNonNull(config, "setConfig");
            Objects.requireNonNull(converter, "setConverter");
            Objects.requireNonNull(reporter, "setRejectedLineReporter");
            return new InfluxDbSink<>(converter, new LineSink(config, reporter));
        }
    }
    /** Sink of lines; {@link InfluxDbSink} converts elements for it. */
    static final class LineSink extends AsyncSinkBase<InfluxLine, InfluxLine> {
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
}
