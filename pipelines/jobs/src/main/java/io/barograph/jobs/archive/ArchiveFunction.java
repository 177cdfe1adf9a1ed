package io.barograph.jobs.archive;

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
 * Brings each record into the current schema of its topic. What cannot be decoded or is not admitted goes to
 * {@link DecodeFunction#REFUSED} with the reason and is counted: a file has no timestamp of Kafka beside the record's own
 * time, and its name is made of that time.
 */
final class ArchiveFunction extends ProcessFunction<RawRecord, ArchivedRecord> {
    private final String prefix;
    private final String component;
    private transient Map<String, RecordConverter<?>> converters;
    private transient Counter refused;

    ArchiveFunction(String prefix, String component) {
        this.prefix = prefix;
        this.component = component;
    }

    @Override
    public void open(OpenContext context) {
        converters = new HashMap<>();
        ArchivedTopic.ALL.forEach(topic -> converters.put(prefix + topic.topic().name(), new RecordConverter<>(topic)));
        refused = getRuntimeContext().getMetricGroup().counter("refusedRecords");
    }

    @Override
    public void processElement(RawRecord raw, Context context, Collector<ArchivedRecord> out) {
        archive(raw, converters.get(raw.topic()), context, out);
    }

    private <T extends SpecificRecord> void archive(
            RawRecord raw, RecordConverter<T> converter, Context context, Collector<ArchivedRecord> out) {
        T datum;
        try {
            datum = converter.decode(raw.value());
        } catch (MalformedRecordException e) {
            refused.inc();
            context.output(DecodeFunction.REFUSED, raw.refused(component, e.getMessage()));
            return;
        }
        String refusal = converter.refusal(datum, raw.timestamp());
        if (refusal != null) {
            refused.inc();
            context.output(DecodeFunction.REFUSED, raw.refused(component, refusal));
            return;
        }
        out.collect(converter.convert(datum, raw.partition(), raw.offset()));
    }
}
