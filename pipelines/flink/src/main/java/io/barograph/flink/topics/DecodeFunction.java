package io.barograph.flink.topics;

import io.barograph.flink.quarantine.FailureAttribution;
import io.barograph.flink.quarantine.FailureLog;
import io.barograph.flink.quarantine.OperatorFailure;
import io.barograph.flink.quarantine.RecordIdentity;
import io.barograph.flink.quarantine.SkippedRecords;
import io.barograph.flink.state.AvroFormat;
import io.barograph.schemas.AvroCodec;
import io.barograph.schemas.DeadLetter;
import io.barograph.schemas.MalformedRecordException;
import io.barograph.schemas.Topic;
import io.barograph.schemas.admission.RecordAdmission;
import io.barograph.schemas.admission.SourceQuotas;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.util.HashMap;
import java.util.Map;
import org.apache.avro.specific.SpecificRecord;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.typeinfo.PrimitiveArrayTypeInfo;
import org.apache.flink.metrics.Counter;
import org.apache.flink.runtime.state.FunctionInitializationContext;
import org.apache.flink.runtime.state.FunctionSnapshotContext;
import org.apache.flink.streaming.api.checkpoint.CheckpointedFunction;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.util.Collector;
import org.apache.flink.util.OutputTag;

/**
 * Decodes the records of a topic and admits those within the bounds of their type ({@link RecordAdmission}) and the quota of
 * their source ({@link SourceQuotas}). What cannot be decoded, what is not admitted, and a record that has made the job fail
 * go to {@link #REFUSED} with the reason and are counted.
 *
 * <p>State: the names of two hours of each partition. When partitions move to other subtasks, their names are new there.
 */
public final class DecodeFunction<T extends SpecificRecord> extends ProcessFunction<RawRecord, T>
        implements CheckpointedFunction {
    public static final OutputTag<DeadLetter> REFUSED = new OutputTag<>("refused", AvroFormat.typeOf(DeadLetter.class));

    private final String topicName;
    private final String component;
    private final int servers;
    private final FailureLog quarantine;
    private transient Topic<T> topic;
    private transient AvroCodec<T> codec;
    private transient RecordAdmission<T> admission;
    private transient SkippedRecords skipped;
    private transient Map<Integer, SourceQuotas> quotas;
    private transient ListState<byte[]> savedQuotas;
    private transient Counter refused;
    private transient Counter overQuota;
    private transient Counter quarantined;

    /**
     * @param component name of the job, for the dead letter
     * @param servers how many new servers a source may bring in an hour, {@link SourceQuotas#serversOf}
     * @param quarantine where it is noted that a record made the job fail
     */
    public DecodeFunction(Topic<T> topic, String component, int servers, FailureLog quarantine) {
        this.topicName = topic.name();
        this.component = component;
        this.servers = servers;
        this.quarantine = quarantine;
    }

    @Override
    public void initializeState(FunctionInitializationContext context) throws Exception {
        topic = Topic.named(topicName);
        quotas = new HashMap<>();
        savedQuotas = context.getOperatorStateStore()
                .getListState(new ListStateDescriptor<>(
                        "source-quotas", PrimitiveArrayTypeInfo.BYTE_PRIMITIVE_ARRAY_TYPE_INFO));
        for (byte[] saved : savedQuotas.get()) {
            DataInputStream in = new DataInputStream(new ByteArrayInputStream(saved));
            quotasOf(in.readInt()).readFrom(in);
        }
    }

    @Override
    public void snapshotState(FunctionSnapshotContext context) throws Exception {
        savedQuotas.clear();
        for (Map.Entry<Integer, SourceQuotas> each : quotas.entrySet()) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            DataOutputStream out = new DataOutputStream(bytes);
            out.writeInt(each.getKey());
            each.getValue().writeTo(out);
            savedQuotas.add(bytes.toByteArray());
        }
    }

    private SourceQuotas quotasOf(int partition) {
        return quotas.computeIfAbsent(partition, each -> new SourceQuotas(servers));
    }

    @Override
    public void open(OpenContext context) {
        codec = AvroCodec.of(topic.type());
        admission = RecordAdmission.of(topic.type());
        skipped = quarantine.skipped();
        refused = getRuntimeContext().getMetricGroup().counter("refusedRecords");
        overQuota = getRuntimeContext().getMetricGroup().counter("recordsOverQuota");
        quarantined = getRuntimeContext().getMetricGroup().counter("quarantinedRecords");
    }

    @Override
    public void processElement(RawRecord raw, Context context, Collector<T> out) throws Exception {
        T record;
        String refusal;
        String reason;
        try {
            record = codec.decode(raw.value());
            refusal = admission.refusal(record, raw.timestamp());
            reason = refusal != null ? refusal : skipped.reason(topic, record);
        } catch (MalformedRecordException e) {
            refuse(raw, e.getMessage(), context);
            return;
        } catch (RuntimeException | StackOverflowError | AssertionError e) {
            // Thrown again after each restart; nothing has come of the record yet, so that none is needed.
            refuse(raw, "it cannot be judged: " + OperatorFailure.textOf(e), context);
            return;
        }
        if (reason != null) {
            (refusal != null ? refused : quarantined).inc();
            context.output(REFUSED, raw.refused(component, reason));
            return;
        }
        try {
            String excess = quotasOf(raw.partition())
                    .refusal(record, raw.timestamp(), context.timerService().currentProcessingTime());
            if (excess != null) {
                overQuota.inc();
                refuse(raw, excess, context);
                return;
            }
            LateArrivalTime.stamp(record, raw.arrivedAt());
            out.collect(record); // runs the operators that are chained to this one
        } catch (RuntimeException | StackOverflowError | AssertionError e) {
            throw FailureAttribution.attribute(
                    e, () -> RecordIdentity.of(topic, record), "behind decode " + topicName, quarantine);
        }
    }

    private void refuse(RawRecord raw, String reason, Context context) {
        refused.inc();
        context.output(REFUSED, raw.refused(component, reason));
    }
}
