package io.barograph.flink.quarantine;

import org.apache.flink.api.common.serialization.SerializerConfigImpl;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.runtime.event.WatermarkEvent;
import org.apache.flink.streaming.api.operators.Output;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.LatencyMarker;
import org.apache.flink.streaming.runtime.streamrecord.RecordAttributes;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;
import org.apache.flink.util.OutputTag;

/** The output of an operator; remembers the result on which an operator that is chained to it fails. */
record AttributingOutput<O>(Output<StreamRecord<O>> output, TypeSerializer<O> serializer, ElementQuarantine quarantine)
        implements Output<StreamRecord<O>> {
    @Override
    public void collect(StreamRecord<O> result) {
        if (quarantine.skipsResults() && quarantine.isSkippedResult(result.getValue(), serializer)) {
            return;
        }
        try {
            output.collect(result);
        } catch (RuntimeException | StackOverflowError | AssertionError e) {
            quarantine.failOn(result.getValue(), serializer);
            throw e;
        }
    }

    @Override
    public <X> void collect(OutputTag<X> tag, StreamRecord<X> result) {
        if (quarantine.skipsResults() && quarantine.isSkippedResult(result.getValue(), serializerOf(tag))) {
            return;
        }
        try {
            output.collect(tag, result);
        } catch (RuntimeException | StackOverflowError | AssertionError e) {
            quarantine.failOn(result.getValue(), serializerOf(tag));
            throw e;
        }
    }

    private static <X> TypeSerializer<X> serializerOf(OutputTag<X> tag) {
        return tag.getTypeInfo().createSerializer(new SerializerConfigImpl());
    }

    @Override
    public void emitWatermark(Watermark watermark) {
        output.emitWatermark(watermark);
    }

    @Override
    public void emitWatermark(WatermarkEvent watermark) {
        output.emitWatermark(watermark);
    }

    @Override
    public void emitWatermarkStatus(WatermarkStatus status) {
        output.emitWatermarkStatus(status);
    }

    @Override
    public void emitLatencyMarker(LatencyMarker marker) {
        output.emitLatencyMarker(marker);
    }

    @Override
    public void emitRecordAttributes(RecordAttributes attributes) {
        output.emitRecordAttributes(attributes);
    }

    @Override
    public void close() {
        output.close();
    }
}
