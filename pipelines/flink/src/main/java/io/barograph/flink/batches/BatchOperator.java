package io.barograph.flink.batches;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.BoundedOneInput;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;
import org.apache.flink.util.function.SerializableFunction;

/**
 * Gathers elements by key and passes them on before event time goes on, before a checkpoint, at the end of the input and
 * when there are too many. So no state is needed, and nobody waits: results come with event time.
 *
 * <p>Memory: {@value #LIMIT} elements.
 */
public final class BatchOperator<T> extends AbstractStreamOperator<KeyedBatch<T>>
        implements OneInputStreamOperator<T, KeyedBatch<T>>, BoundedOneInput {
    static final int LIMIT = 20_000;

    private final KeySelector<T, String> key;
    private final SerializableFunction<List<T>, List<T>> combine;
    private transient Map<String, List<T>> gathered;
    private transient int size;

    public BatchOperator(KeySelector<T, String> key, SerializableFunction<List<T>, List<T>> combine) {
        this.key = key;
        this.combine = combine;
    }

    @Override
    public void open() throws Exception {
        super.open();
        gathered = new LinkedHashMap<>();
    }

    @Override
    public void processElement(StreamRecord<T> element) throws Exception {
        T value = element.getValue();
        gathered.computeIfAbsent(key.getKey(value), unknown -> new ArrayList<>())
                .add(value);
        size++;
        if (size >= LIMIT) {
            passOn();
        }
    }

    private void passOn() {
        gathered.values()
                .forEach(elements -> output.collect(new StreamRecord<>(new KeyedBatch<>(combine.apply(elements)))));
        gathered.clear();
        size = 0;
    }

    @Override
    public void processWatermark(Watermark watermark) throws Exception {
        passOn();
        super.processWatermark(watermark);
    }

    @Override
    public void processWatermarkStatus(WatermarkStatus status) throws Exception {
        passOn();
        super.processWatermarkStatus(status);
    }

    @Override
    public void prepareSnapshotPreBarrier(long checkpoint) throws Exception {
        passOn();
        super.prepareSnapshotPreBarrier(checkpoint);
    }

    @Override
    public void endInput() {
        passOn();
    }
}
