package io.barograph.jobs.topics;

import io.barograph.analytics.admission.Admission;
import io.barograph.jobs.types.AvroFormat;
import io.barograph.schemas.AvroCodec;
import io.barograph.schemas.DeadLetter;
import io.barograph.schemas.MalformedRecordException;
import io.barograph.schemas.Topic;
import org.apache.avro.specific.SpecificRecord;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.metrics.Counter;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.util.Collector;
import org.apache.flink.util.OutputTag;

/**
 * Decodes the records of a topic and admits those within the bounds of their type ({@link Admission}). What cannot be
 * decoded and what is not admitted goes to {@link #REFUSED} with the reason and is counted.
 *
 * @param <T> record type
 */
public final class DecodeFunction<T extends SpecificRecord> extends ProcessFunction<RawRecord, T> {
    private static final long serialVersionUID = 1L;

    /** Side output of what was refused. */
    public static final OutputTag<DeadLetter> REFUSED = new OutputTag<>("refused", AvroFormat.typeOf(DeadLetter.class));

    private final Class<T> type;
    private final String component;
    private transient AvroCodec<T> codec;
    private transient Admission<T> admission;
    private transient Counter refused;

    /**
     * @param topic topic of the records
     * @param component name of the job, for the dead letter
     */
    public DecodeFunction(Topic<T> topic, String component) {
        this.type = topic.type();
        this.component = component;
    }

    @Override
    public void open(OpenContext context) {
        codec = AvroCodec.of(type);
        admission = Admission.of(type);
        refused = getRuntimeContext().getMetricGroup().counter("refusedRecords");
    }

    @Override
    public void processElement(RawRecord raw, Context context, Collector<T> out) {
        T record;
        try {
            record = codec.decode(raw.value());
        } catch (MalformedRecordException e) {
            refuse(raw, e.getMessage(), context);
            return;
        }
        String refusal = admission.refusal(record, raw.timestamp());
        if (refusal == null) {
            out.collect(record);
        } else {
            refuse(raw, refusal, context);
        }
    }

    private void refuse(RawRecord raw, String reason, Context context) {
        refused.inc();
        context.output(REFUSED, raw.refused(component, reason));
    }
}
