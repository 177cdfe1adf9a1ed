package io.barograph.flink.topics;

import io.barograph.schemas.DeadLetter;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Arrays;

/** Makes dead letters. */
public final class DeadLetters {
    /** As much of what is refused is kept. */
    private static final int MAX_PAYLOAD_BYTES = 64 * 1024;

    private DeadLetters() {}

    /** @return one without a payload */
    public static DeadLetter of(String source, String origin, String component, String reason, Instant time) {
        return of(source, origin, component, reason, time, null);
    }

    /**
     * @param payload bytes of what is refused, of which the first 64 KiB are kept; null if there are none
     * @return one with these
     */
    public static DeadLetter of(
            String source, String origin, String component, String reason, Instant time, byte[] payload) {
        return DeadLetter.newBuilder()
                .setSource(source)
                .setOrigin(origin)
                .setComponent(component)
                .setReason(reason)
                .setTime(time)
                .setPayload(
                        payload == null
                                ? null
                                : ByteBuffer.wrap(Arrays.copyOf(payload, Math.min(payload.length, MAX_PAYLOAD_BYTES))))
                .setPayloadBytes(payload == null ? 0 : payload.length)
                .build();
    }
}
