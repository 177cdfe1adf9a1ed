package io.barograph.influxdb;

import static io.barograph.influxdb.InfluxDbConfig.require;

import java.io.Serializable;
import java.time.Duration;

/**
 * How much one subtask of the sink writes and holds at a time, and when it tries again. It has one request in flight, which
 * keeps the order of the points of one identity.
 *
 * @param maxBatchLines most lines in one request
 * @param maxBatchBytes most bytes in one request, before compression; a longer line is refused
 * @param maxTimeInBuffer longest time that a line waits for others while no request is in flight
 * @param maxBufferedLines lines that are buffered before the input is held back
 */
public record WriteLimits(
        int maxBatchLines, long maxBatchBytes, Duration maxTimeInBuffer, int maxBufferedLines, InfluxDbBackoff backoff)
        implements Serializable {
    public static final WriteLimits DEFAULTS = new WriteLimits(
            5_000,
            4L * 1024 * 1024,
            Duration.ofMillis(100),
            50_000,
            new InfluxDbBackoff(Duration.ofMillis(200), Duration.ofSeconds(30)));

    /** @throws IllegalArgumentException if they do not fit together; the message says what to change */
    public WriteLimits {
        require(maxBatchLines > 0, "a batch must hold at least one line: " + maxBatchLines);
        require(maxBatchBytes > 0, "a batch must hold at least one byte: " + maxBatchBytes);
        require(
                maxTimeInBuffer.toMillis() > 0,
                "the time in the buffer must be at least a millisecond: " + maxTimeInBuffer);
        require(
                maxBufferedLines > maxBatchLines,
                "the buffer (" + maxBufferedLines + " lines) must hold more than a batch (" + maxBatchLines
                        + " lines)");
    }
}
