package io.barograph.cli.replay;

import io.barograph.schemas.Topic;
import java.util.List;
import java.util.StringJoiner;
import org.apache.avro.specific.SpecificRecord;

/**
 * Which records of two replays are the same one.
 *
 * @param fields fields to compare; of a record that lacks a value the field is left out
 */
record RecordComparisonKey<T extends SpecificRecord>(Topic<T> topic, List<String> fields) {
    /** Of all results. An event is one whatever revision, so that its last record is compared. */
    static final List<RecordComparisonKey<?>> ALL = List.of(
            of(Topic.SERVER_RATES, "fileSystem", "span", "direction", "from", "revision"),
            of(Topic.JOB_WEATHER, "jobId", "startTime", "executable", "fileSystem", "revision"),
            of(Topic.LIVE_COVERAGE, "kind", "fileSystem", "jobId", "start"),
            of(Topic.TOP_TALKERS, "fileSystem", "role", "server", "start"),
            of(Topic.EVIDENCE, "fileSystem", "day"),
            of(Topic.SLOWDOWNS, "fileSystem", "operation", "configuration", "kind", "scope", "member", "start", "end"),
            of(Topic.CONTENTION_EVENTS, "kind", "type", "fileSystem", "server", "onset", "until", "application"),
            of(Topic.ANOMALIES, "kind", "jobId", "startTime", "executable", "fileSystem", "motif", "onset", "since"));

    @SuppressWarnings("unchecked") // the topic has that record type
    static <T extends SpecificRecord> RecordComparisonKey<T> of(Topic<T> topic) {
        return (RecordComparisonKey<T>) ALL.stream()
                .filter(identity -> identity.topic().equals(topic))
                .findFirst()
                .orElseThrow();
    }

    private static <T extends SpecificRecord> RecordComparisonKey<T> of(Topic<T> topic, String... fields) {
        return new RecordComparisonKey<>(topic, List.of(fields));
    }

    String of(SpecificRecord record) {
        StringJoiner identity = new StringJoiner(" ");
        for (String field : fields) {
            Object value = record.get(record.getSchema().getField(field).pos());
            if (value != null) {
                identity.add(value.toString());
            }
        }
        return identity.toString();
    }
}
