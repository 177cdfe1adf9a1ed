package io.barograph.jobs.replay;

import io.barograph.schemas.Topic;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import java.util.Map;
import org.apache.avro.specific.SpecificRecord;

/**
 * Which record of a result topic is the same one when it is decided again: what it is about and its revision, not its
 * values. 128 bits of a hash: two of a million differ in practice for certain.
 *
 * @param low the second half
 */
public record ResultIdentity(long high, long low) {
    /** The state of an event belongs to it: an end is never taken for an update of the same number. */
    private static final Map<String, List<String>> FIELDS = Map.of(
            Topic.SERVER_RATES.name(), List.of("fileSystem", "span", "direction", "from", "observedTo", "revision"),
            Topic.JOB_WEATHER.name(), List.of("jobId", "startTime", "executable", "fileSystem", "revision"),
            Topic.LIVE_COVERAGE.name(), List.of("kind", "fileSystem", "jobId", "start"),
            Topic.TOP_TALKERS.name(), List.of("fileSystem", "role", "server", "start"),
            Topic.EVIDENCE.name(), List.of("fileSystem", "day", "revision"),
            Topic.SLOWDOWNS.name(),
                    List.of(
                            "fileSystem",
                            "operation",
                            "configuration",
                            "kind",
                            "scope",
                            "member",
                            "start",
                            "end",
                            "decidedAt"),
            Topic.CONTENTION_EVENTS.name(),
                    List.of(
                            "kind",
                            "type",
                            "fileSystem",
                            "server",
                            "onset",
                            "until",
                            "application",
                            "revision",
                            "state"),
            Topic.ANOMALIES.name(),
                    List.of(
                            "kind",
                            "jobId",
                            "startTime",
                            "executable",
                            "fileSystem",
                            "motif",
                            "onset",
                            "end",
                            "since",
                            "revision"),
            Topic.DEAD_LETTERS.name(), List.of("source", "origin", "component", "reason", "time"));

    public static ResultIdentity of(Topic<?> topic, SpecificRecord record) {
        MessageDigest digest = sha256();
        for (String field : FIELDS.get(topic.name())) {
            Object value = record.get(record.getSchema().getField(field).pos());
            byte[] text = value == null ? new byte[0] : value.toString().getBytes(StandardCharsets.UTF_8);
            digest.update(ByteBuffer.allocate(Integer.BYTES)
                    .putInt(value == null ? -1 : text.length)
                    .flip());
            digest.update(text);
        }
        ByteBuffer hash = ByteBuffer.wrap(digest.digest());
        return new ResultIdentity(hash.getLong(), hash.getLong());
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
