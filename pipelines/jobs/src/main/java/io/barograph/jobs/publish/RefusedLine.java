package io.barograph.jobs.publish;

import io.barograph.schemas.DeadLetter;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;

/** A line that InfluxDB refuses, or a record of which no line can be made, as a dead letter. */
final class RefusedLine {
    private static final int MAX_PAYLOAD_BYTES = 64 * 1024;

    private RefusedLine() {}

    /** @return the letter, at the time of the line */
    static DeadLetter letter(String source, String origin, String line, String reason) {
        return letter(source, origin, line, time(line), reason);
    }

    /**
     * @param timestamp of the record; null if that is not known, so that the letter bears the epoch: a restart writes the
     *     same letter
     * @return the letter of a record of which no points could be made
     */
    static DeadLetter unconverted(String source, String origin, String record, Long timestamp, String reason) {
        return letter(source, origin, record, Instant.ofEpochMilli(timestamp == null ? 0 : timestamp), reason);
    }

    private static DeadLetter letter(String source, String origin, String text, Instant time, String reason) {
        byte[] payload = text.getBytes(StandardCharsets.UTF_8);
        return DeadLetter.newBuilder()
                .setSource(source)
                .setOrigin(origin)
                .setComponent("job publish")
                .setReason(reason)
                .setTime(time.isBefore(Instant.EPOCH) ? Instant.EPOCH : time) // no producer sends an earlier one
                .setPayload(ByteBuffer.wrap(Arrays.copyOf(payload, Math.min(payload.length, MAX_PAYLOAD_BYTES))))
                .setPayloadBytes(payload.length)
                .build();
    }

    /** The last word of a line is its time in nanoseconds. */
    private static Instant time(String line) {
        long nanos = Long.parseLong(line.substring(line.lastIndexOf(' ') + 1));
        return Instant.ofEpochMilli(TimeUnit.NANOSECONDS.toMillis(nanos));
    }
}
