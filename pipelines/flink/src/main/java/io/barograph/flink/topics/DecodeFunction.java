package io.barograph.flink.topics;

import io.barograph.flink.quarantine.FailureAttribution;
import io.barograph.flink.quarantine.FailureLog;
import io.barograph.flink.quarantine.RecordIdentity;
import io.barograph.flink.quarantine.SkippedRecords;
import io.barograph.flink.state.AvroFormat;
import io.barograph.schemas.AvroCodec;
import io.barograph.schemas.DeadLetter;
import io.barograph.schemas.MalformedRecordException;
import io.barograph.schemas.Topic;
import io.barograph.schemas.admission.RecordAdmission;
import org.apache.avro.specific.SpecificRecord;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.metrics.Counter;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.util.Collector;
import org.apache.flink.util.OutputTag;

/**
 * Decodes the records of a topic and admits those within the bounds of their type ({@link RecordAdmission}). What cannot be
 * decoded, what is not admitted, and a record that has made the job fail twice go to {@link #REFUSED} with the reason and
 * are counted.
 */
public final class DecodeFunction<T extends SpecificRecord> extends ProcessFunction<RawRecord, T> {
    public static final OutputTag<DeadLetter> REFUSED = new OutputTag<>("refused", AvroFormat.typeOf(DeadLetter.class));

    private final String topicName;
    private final String component;
    private final FailureLog quarantine;
    private transient Topic<T> topic;
    private transient AvroCodec<T> codec;
    private transient RecordAdmission<T> admission;
    private transient SkippedRecords skipped;
    private transient Counter refused;
    private transient Counter quarantined;

    /**
     * @param component name of the job, for the dead letter
     * @param quarantine where it is noted that a record made the job fail
     */
    public DecodeFunction(Topic<T> topic, String component, FailureLog quarantine) {
        this.topicName = topic.name();
        this.component = component;
        this.quarantine = quarantine;
    }

    @Override
    public void open(OpenContext context) {
        topic = Topic.named(topicName);
        codec = AvroCodec.of(topic.type());
        admission = RecordAdmission.of(topic.type());
        skipped = quarantine.skipped();
        refused = getRuntimeContext().getMetricGroup().counter("refusedRecords");
        quarantined = getRuntimeContext().getMetricGroup().counter("quarantinedRecords");
    }

    @Override
    public void processElement(RawRecord raw, Context context, Collector<T> out) throws Exception {
        T record;
        try {
            record = codec.decode(raw.value());
        } catch (MalformedRecordException e) {
            refuse(raw, e.getMessage(), context);
            return;
        }
        String refusal = admission.refusal(record, raw.timestamp());
        if (refusal != null) {
            refuse(raw, refusal, context);
            return;
        }
        String reason = skipped.reason(topic, record);
        if (reason != null) {
            quarantined.inc();
            context.output(REFUSED, raw.refused(component, reason));
            return;
        }
        LateArrivalTime.stamp(record, raw.arrivedAt());
        try {
            out.collect(record); // runs the operators that are chained to this one
        } catch (RuntimeException | StackOverflowError | AssertionError e) {
            throw FailureAttribution.attribute(
                    e,
                    () -> RecordIdentity.of(topic, record),
                    "behind decode " + topicName,
                    getRuntimeContext(),
                    quarantine);
        }
    }

    private void refuse(RawRecord raw, String reason, Context context) {
        refused.inc();
        context.output(REFUSED, raw.refused(component, reason));
    }
}
