package io.barograph.influxdb;

import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.StatefulSinkWriter;
import org.apache.flink.api.connector.sink2.SupportsWriterState;
import org.apache.flink.api.connector.sink2.WriterInitContext;
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
 *   <li>With one request in flight, the points that a subtask writes for one identity are stored in their
 *       order. Key the stream by that identity. A restart with another parallelism can hand buffered points to another
 *       subtask than newer ones; change it while InfluxDB keeps up.
 *   <li>Buffered and unanswered lines are part of every checkpoint.
 * </ul>
 *
 * <pre>{@code
 * results.sinkTo(new InfluxDbSink<>(
 *                 InfluxDbConfig.builder(URI.create("http://localhost:8086"), "barograph").build(),
 *                 reading -> List.of(InfluxPoint.measurement("temperature")
 *                         .tag("room", reading.room())
 *                         .field("celsius", reading.celsius())
 *                         .at(reading.nanos())),
 *                 new DeadLetterReporter()))
 *         .uid("influxdb")
 *         .name("InfluxDB");
 * }</pre>
 */
public final class InfluxDbSink<T> implements Sink<T>, SupportsWriterState<T, BufferedRequestState<InfluxLine>> {
    private final InfluxDbConfig config;
    private final PointConverter<T> converter;
    private final RejectedLineReporter reporter;

    public InfluxDbSink(InfluxDbConfig config, PointConverter<T> converter, RejectedLineReporter reporter) {
        this.config = Objects.requireNonNull(config, "config");
        this.converter = Objects.requireNonNull(converter, "converter");
        this.reporter = Objects.requireNonNull(reporter, "reporter");
    }

    @Override
    public StatefulSinkWriter<T, BufferedRequestState<InfluxLine>> createWriter(WriterInitContext context)
            throws IOException {
        return restoreWriter(context, List.of());
    }

    @Override
    public StatefulSinkWriter<T, BufferedRequestState<InfluxLine>> restoreWriter(
            WriterInitContext context, Collection<BufferedRequestState<InfluxLine>> state) throws IOException {
        return new InfluxDbSinkWriter<>(converter, LineWriter.open(config, reporter, context, state), reporter);
    }

    @Override
    public SimpleVersionedSerializer<BufferedRequestState<InfluxLine>> getWriterStateSerializer() {
        return new LineStateSerializer();
    }
}
