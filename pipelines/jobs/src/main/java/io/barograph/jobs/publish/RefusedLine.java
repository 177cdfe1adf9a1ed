package io.barograph.jobs.publish;

import io.barograph.schemas.DeadLetter;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;

/** A line that InfluxDB refuses, as a dead letter. */
final class RefusedLine {
    private static final int MAX_PAYLOAD_BYTES = 64 * 1024;

    private RefusedLine() {}

    /** @return the letter, at the time of the line */
    static DeadLetter letter(String source, String origin, String line, String reason) {
        byte[] payload = line.getBytes(StandardCharsets.UTF_8);
        return DeadLetter.newBuilder()
                .setSource(source)
                .setOrigin(origin)
                .setComponent("job publish")
                .setReason(reason)
                .setTime(time(line))
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
