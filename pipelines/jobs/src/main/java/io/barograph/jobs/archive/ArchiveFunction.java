package io.barograph.jobs.archive;

import io.barograph.flink.quarantine.FailureAttribution;
import io.barograph.flink.quarantine.FailureLog;
import io.barograph.flink.quarantine.OperatorFailure;
import io.barograph.flink.quarantine.RecordIdentity;
import io.barograph.flink.quarantine.SkippedRecords;
import io.barograph.flink.topics.DecodeFunction;
import io.barograph.flink.topics.RawRecord;
import io.barograph.schemas.MalformedRecordException;
import java.util.HashMap;
import java.util.Map;
import org.apache.avro.specific.SpecificRecord;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.metrics.Counter;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.util.Collector;

/**
 * Brings each record into the current schema of its topic. What cannot be decoded, is not admitted or made the job fail
 * goes to {@link DecodeFunction#REFUSED} with the reason and is counted: a file has no timestamp of Kafka beside the
 * record's own time, and its name is made of that time.
 */
final class ArchiveFunction extends ProcessFunction<RawRecord, ArchivedRecord> {
    private final String prefix;
    private final String component;
    private final FailureLog quarantine;
    private transient Map<String, RecordConverter<?>> converters;
    private transient SkippedRecords skipped;
    private transient Counter refused;
    private transient Counter quarantined;

    /** @param quarantine where it is noted that a record made the job fail */
    ArchiveFunction(String prefix, String component, FailureLog quarantine) {
        this.prefix = prefix;
        this.component = component;
        this.quarantine = quarantine;
    }

    @Override
    public void open(OpenContext context) {
        converters = new HashMap<>();
        ArchivedTopic.ALL.forEach(topic -> converters.put(prefix + topic.topic().name(), new RecordConverter<>(topic)));
        skipped = quarantine.skipped();
        refused = getRuntimeContext().getMetricGroup().counter("refusedRecords");
        quarantined = getRuntimeContext().getMetricGroup().counter("quarantinedRecords");
    }

    @Override
    public void processElement(RawRecord raw, Context context, Collector<ArchivedRecord> out) throws Exception {
        archive(raw, converters.get(raw.topic()), context, out);
    }

    private <T extends SpecificRecord> void archive(
            RawRecord raw, RecordConverter<T> converter, Context context, Collector<ArchivedRecord> out)
            throws Exception {
        T datum;
        String refusal;
        String reason;
        ArchivedRecord archived;
        try {
            datum = converter.decode(raw.value());
            refusal = converter.refusal(datum, raw.timestamp());
            reason = refusal != null ? refusal : skipped.reason(converter.topic(), datum);
            archived = reason == null ? converter.convert(datum, raw.partition(), raw.offset()) : null;
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
            context.output(DecodeFunction.REFUSED, raw.refused(component, reason));
            return;
        }
        try {
            out.collect(archived); // runs the writer of files, which is chained to this one
        } catch (RuntimeException | StackOverflowError | AssertionError e) {
            throw FailureAttribution.attribute(
                    e, () -> RecordIdentity.of(converter.topic(), datum), "behind decode topics", quarantine);
        }
    }

    private void refuse(RawRecord raw, String reason, Context context) {
        refused.inc();
        context.output(DecodeFunction.REFUSED, raw.refused(component, reason));
    }
}
