package io.barograph.flink.quarantine;

import io.barograph.schemas.Topic;
import java.io.Serializable;
import java.util.HashMap;
import java.util.Map;
import org.apache.avro.specific.SpecificRecord;

/** Records that a job does not read again, each with the reason. */
public final class SkippedRecords implements Serializable {
    /** None. */
    public static final SkippedRecords NONE = new SkippedRecords(Map.of());

    /** With it all reasons begin. */
    private static final String REASON = "quarantined: ";

    private final HashMap<String, HashMap<String, String>> byTopic = new HashMap<>();

    public SkippedRecords(Map<RecordIdentity, String> reasons) {
        reasons.forEach((record, reason) -> byTopic.computeIfAbsent(record.topic(), topic -> new HashMap<>())
                .put(record.name(), REASON + reason));
    }

    /** @return why it is skipped, for a dead letter; null if it is not */
    public String reason(Topic<? extends SpecificRecord> topic, SpecificRecord record) {
        if (byTopic.isEmpty()) {
            return null;
        }
        Map<String, String> reasons = byTopic.get(topic.name());
        return reasons == null
                ? null
                : reasons.get(RecordIdentity.of(topic, record).name());
    }

    /** @return true if a record was skipped that had made a job fail */
    public static boolean isReason(String reason) {
        return reason.startsWith(REASON);
    }
}
