package io.barograph.runtime;

import io.barograph.schemas.DeadLetter;
import io.barograph.schemas.Topic;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Arrays;

/** Makes dead letters of refused inputs. */
public final class DeadLetterFactory {
    private static final int MAX_PAYLOAD_BYTES = 64 * 1024;

    private DeadLetterFactory() {}

    /**
     * @param topic topic that the input was meant for
     * @param component part that refused it, for instance {@code collector darshan}
     * @param origin file and line, or whatever finds the input again
     * @param time time of the input where known, else of the refusal
     * @param payload the input; its first 64 KiB are kept; null if it is too large to be read
     * @return the dead letter
     */
    public static DeadLetter of(
            Topic<?> topic, String component, String origin, String reason, Instant time, byte[] payload) {
        byte[] kept = payload == null || payload.length <= MAX_PAYLOAD_BYTES
                ? payload
                : Arrays.copyOf(payload, MAX_PAYLOAD_BYTES);
        return DeadLetter.newBuilder()
                .setSource(topic.name())
                .setOrigin(origin)
                .setComponent(component)
                .setReason(reason)
                .setTime(time)
                .setPayload(kept == null ? null : ByteBuffer.wrap(kept))
                .setPayloadBytes(payload == null ? 0 : payload.length)
                .build();
    }
}
