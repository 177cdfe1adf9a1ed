package io.barograph.influxdb;

import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntSupplier;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.metrics.groups.SinkWriterMetricGroup;

/**
 * Metrics of one writer in the group {@code influxdb}: {@code linesWritten}, {@code linesRejected} per {@code cause},
 * {@code retries}, {@code bytesSent} (after compression), {@code requestsInFlight}, {@code lastError}.
 */
final class SinkMetrics {
    private final Counter linesWritten;
    private final Map<RejectionCause, Counter> linesRejected = new EnumMap<>(RejectionCause.class);
    private final Counter retries;
    private final Counter bytesSent;
    private final Counter sendErrors;
    private volatile String lastError = "";

    SinkMetrics(SinkWriterMetricGroup group, IntSupplier requestsInFlight) {
        MetricGroup own = group.addGroup("influxdb");
        linesWritten = own.counter("linesWritten");
        retries = own.counter("retries");
        bytesSent = own.counter("bytesSent");
        sendErrors = group.getNumRecordsSendErrorsCounter();
        for (RejectionCause cause : RejectionCause.values()) {
            linesRejected.put(
                    cause,
                    own.addGroup("cause", cause.name().toLowerCase(Locale.ROOT)).counter("linesRejected"));
        }
        own.gauge("requestsInFlight", requestsInFlight::getAsInt);
        own.gauge("lastError", () -> lastError);
    }

    void sent(int bytes) {
        bytesSent.inc(bytes);
    }

    void written(int lines) {
        linesWritten.inc(lines);
    }

    void rejected(RejectionCause cause, String reason) {
        linesRejected.get(cause).inc();
        sendErrors.inc();
        lastError = reason;
    }

    void retried(String reason) {
        retries.inc();
        lastError = reason;
    }
}
