package io.barograph.jobs.publish;

import io.barograph.flink.topics.DeadLetters;
import io.barograph.schemas.DeadLetter;
import java.nio.charset.StandardCharsets;
import java.time.Instant;

/** A line that InfluxDB refuses, or a record of which no line can be made, as a dead letter. */
final class RefusedLine {
    private RefusedLine() {}

    /**
     * @param timestamp of the line or record; null if that is not known, so that the letter bears the epoch: a restart
     *     writes the same letter
     */
    static DeadLetter letter(String source, String origin, String text, Long timestamp, String reason) {
        long time = timestamp == null ? 0 : Math.max(0, timestamp); // no producer sends an earlier one
        byte[] payload = text.getBytes(StandardCharsets.UTF_8);
        return DeadLetters.of(source, origin, "job publish", reason, Instant.ofEpochMilli(time), payload);
    }
}
