package io.barograph.flink.quarantine;

import io.barograph.schemas.Topic;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.avro.specific.SpecificRecord;

/** Records that a job does not read again, each with the reason. A replay, which notes nothing, skips what they are. */
public final class SkippedRecords implements FailureLog {
    /** None. */
    public static final SkippedRecords NONE = new SkippedRecords(Map.of());

    /** With it all reasons begin. */
    public static final String REASON = "quarantined: ";

    private final HashMap<String, HashMap<String, String>> byTopic = new HashMap<>();
    private final HashMap<String, HashSet<RecordIdentity>> byOperator = new HashMap<>();

    public SkippedRecords(Map<RecordIdentity, String> reasons) {
        this(reasons, Map.of());
    }

    /** @param byOperator records of topics by the operators that they made fail */
    public SkippedRecords(Map<RecordIdentity, String> reasons, Map<String, Set<RecordIdentity>> byOperator) {
        byOperator.forEach((operator, records) -> this.byOperator.put(operator, new HashSet<>(records)));
        reasons.forEach((record, reason) -> byTopic.computeIfAbsent(record.topic(), topic -> new HashMap<>())
                .put(record.name(), REASON + reason));
    }

    /** @return why it is skipped, for a dead letter; null if it is not */
    public String reason(Topic<? extends SpecificRecord> topic, SpecificRecord record) {
        return reason(topic, () -> RecordIdentity.of(topic, record));
    }

    /**
     * @param record asked for if any record of the topic is skipped
     * @return why it is skipped, for a dead letter; null if it is not
     */
    public String reason(Topic<?> topic, Supplier<RecordIdentity> record) {
        return concern(topic.name()) ? reason(record.get()) : null;
    }

    /** @return false if nothing of that topic is skipped: then no record need be named */
    boolean concern(String topic) {
        return byTopic.containsKey(topic);
    }

    /** @return why it is skipped, for a dead letter; null if it is not */
    public String reason(RecordIdentity record) {
        return concern(record.topic()) ? byTopic.get(record.topic()).get(record.name()) : null;
    }

    /** @return the records of topics that made an operator fail */
    Set<RecordIdentity> recordsOf(String operator) {
        return byOperator.getOrDefault(operator, new HashSet<>());
    }

    /** @return true if a record was skipped that had made a job fail */
    public static boolean isReason(String reason) {
        return reason.startsWith(REASON);
    }

    @Override
    public String note(OperatorFailure failure) {
        return "it is not noted, for a replay skips what the live job has noted";
    }

    /** Nothing: a replay begins without state, so its readers come to each record. */
    @Override
    public void leftOut(RecordIdentity record) {}

    @Override
    public SkippedRecords skipped() {
        return this;
    }
}
