package io.barograph.influxdb;

import org.apache.flink.connector.base.sink.writer.DequeRequestBuffer;
import org.apache.flink.connector.base.sink.writer.RequestEntryWrapper;
import org.apache.flink.connector.base.sink.writer.strategy.RateLimitingStrategy;
import org.apache.flink.connector.base.sink.writer.strategy.RequestInfo;
import org.apache.flink.connector.base.sink.writer.strategy.ResultInfo;

/**
 * The buffered lines, and whether a request is in flight; there is never more than one.
 *
 * <p>{@code AsyncSinkWriter} empties its buffer on a timer, in a loop that waits for requests in flight; while InfluxDB
 * is away that loop would keep the task from taking part in checkpoints. So the queue calls itself empty to that loop
 * while no request may be sent, and asks for the rest to be sent as soon as a request ends. Only at the end of the
 * input ({@link #drain}) the writer is to wait.
 */
final class SendQueue extends DequeRequestBuffer<InfluxLine> implements RateLimitingStrategy {
    private boolean inFlight;
    private boolean draining;
    private boolean overdue;

    void drain(boolean wait) {
        draining = wait;
    }

    @Override
    public RequestEntryWrapper<InfluxLine> poll() {
        RequestEntryWrapper<InfluxLine> line = super.poll();
        if (super.isEmpty()) {
            overdue = false;
        }
        return line;
    }

    /** {@return whether there is nothing to send now} */
    @Override
    public boolean isEmpty() {
        if (super.isEmpty()) {
            return true;
        }
        if (inFlight && !draining) {
            overdue = true;
            return true;
        }
        return false;
    }

    @Override
    public void registerInFlightRequest(RequestInfo request) {
        inFlight = true;
    }

    @Override
    public void registerCompletedRequest(ResultInfo result) {
        inFlight = false;
    }

    @Override
    public boolean shouldBlock(RequestInfo request) {
        return inFlight;
    }

    /** {@return lines that make a batch: those at hand, if they have waited for a request to end} */
    @Override
    public int getMaxBatchSize() {
        return overdue ? Math.max(1, size()) : Integer.MAX_VALUE;
    }
}
