package io.barograph.flink.topics;

import io.barograph.flink.state.AvroFormat;
import io.barograph.schemas.LateRecords;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.metrics.Counter;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.runtime.state.StateSnapshotContext;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.BoundedOneInput;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;
import org.apache.flink.util.OutputTag;

/**
 * Decides which records of a topic are late, the one place where that is done. A record that comes behind the watermark
 * goes on with the event time that it came at ({@link RawRecord#arrivedAt}), later than the watermark of each operator
 * behind this one; which it was is on {@link #LATE}, for replays.
 *
 * <p>It lies behind an exchange, so that its watermark is that of all partitions: a partition that is idle knows nothing of
 * the others' time. It costs a comparison a record.
 *
 * <p>State: the watermark, which Flink does not keep over a restart. Memory: the offsets of at most {@value #MAX_NOTED}
 * late records, which are emitted before the watermark moves on and before a checkpoint.
 */
final class LatenessOperator extends AbstractStreamOperator<RawRecord>
        implements OneInputStreamOperator<RawRecord, RawRecord>, BoundedOneInput {
    /** Side output of what came late. */
    static final OutputTag<LateRecords> LATE = new OutputTag<>("late-records", AvroFormat.typeOf(LateRecords.class));

    /** A record of so many late ones has some 100 kB. */
    static final int MAX_NOTED = 10_000;

    private final String topic;
    private transient ListState<Long> stored;
    private transient Map<Integer, LateRecords> noted;
    private transient int size;
    private transient long reached;
    private transient Counter late;

    LatenessOperator(String topic) {
        this.topic = topic;
    }

    /** Subtasks may be others after a restart: none is earlier than any was. */
    @Override
    public void initializeState(StateInitializationContext context) throws Exception {
        super.initializeState(context);
        stored = context.getOperatorStateStore().getUnionListState(new ListStateDescriptor<>("watermark", Types.LONG));
        reached = Long.MIN_VALUE;
        for (long each : stored.get()) {
            reached = Math.max(reached, each);
        }
    }

    @Override
    public void open() throws Exception {
        super.open();
        noted = new HashMap<>();
        late = getMetricGroup().counter("lateRecords");
    }

    @Override
    public void processElement(StreamRecord<RawRecord> element) {
        RawRecord raw = element.getValue();
        if (raw.timestamp() > reached) {
            output.collect(element);
            return;
        }
        late.inc();
        note(raw);
        output.collect(element.replace(raw.late(reached + 1)));
    }

    private void note(RawRecord raw) {
        LateRecords records = noted.computeIfAbsent(
                raw.partition(),
                partition -> new LateRecords(
                        topic, partition, Instant.ofEpochMilli(reached + 1), new ArrayList<>(), new ArrayList<>()));
        records.getOffsets().add(raw.offset());
        records.getTimes().add(raw.timestamp());
        size++;
        if (size >= MAX_NOTED) {
            flush();
        }
    }

    private void flush() {
        List<LateRecords> all = List.copyOf(noted.values());
        noted.clear();
        size = 0;
        all.forEach(records -> output.collect(
                LATE, new StreamRecord<>(records, records.getArrivedAt().toEpochMilli())));
    }

    @Override
    public void processWatermark(Watermark watermark) throws Exception {
        flush();
        if (!watermark.equals(Watermark.MAX_WATERMARK)) { // the input ends: that is no time to go on from
            reached = Math.max(reached, watermark.getTimestamp());
        }
        super.processWatermark(watermark);
    }

    @Override
    public void processWatermarkStatus(WatermarkStatus status) throws Exception {
        flush();
        super.processWatermarkStatus(status);
    }

    @Override
    public void prepareSnapshotPreBarrier(long checkpoint) throws Exception {
        flush();
        super.prepareSnapshotPreBarrier(checkpoint);
    }

    @Override
    public void snapshotState(StateSnapshotContext context) throws Exception {
        super.snapshotState(context);
        stored.update(List.of(reached));
    }

    @Override
    public void endInput() {
        flush();
    }
}
