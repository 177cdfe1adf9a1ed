package io.barograph.jobs.publish;

import io.barograph.schemas.DeadLetter;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;

/** A line that InfluxDB refuses, or a record of which no line can be made, as a dead letter. */
final class RefusedLine {
    private static final int MAX_PAYLOAD_BYTES = 64 * 1024;

    private RefusedLine() {}

    /**
     * @param timestamp of the line or record; null if that is not known, so that the letter bears the epoch: a restart
     *     writes the same letter
     */
    static DeadLetter letter(String source, String origin, String text, Long timestamp, String reason) {
        byte[] payload = text.getBytes(StandardCharsets.UTF_8);
        long time = timestamp == null ? 0 : Math.max(0, timestamp); // no producer sends an earlier one
        return DeadLetter.newBuilder()
                .setSource(source)
                .setOrigin(origin)
                .setComponent("job publish")
                .setReason(reason)
                .setTime(Instant.ofEpochMilli(time))
                .setPayload(ByteBuffer.wrap(Arrays.copyOf(payload, Math.min(payload.length, MAX_PAYLOAD_BYTES))))
                .setPayloadBytes(payload.length)
                .build();
    }
}
