package io.barograph.lab.bench;

import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;

/** Beside the sink of a result: tells an {@link EventTimeWatch} of its begin, and when event time has come far enough. */
final class EventTimeProbe<T> extends AbstractStreamOperator<Void> implements OneInputStreamOperator<T, Void> {
    private final String watch;
    private final long until;
    private transient boolean reached;

    /** @param until event time, milliseconds since the epoch */
    EventTimeProbe(String watch, long until) {
        this.watch = watch;
        this.until = until;
    }

    @Override
    public void open() throws Exception {
        super.open();
        EventTimeWatch.named(watch).begin();
    }

    @Override
    public void processElement(StreamRecord<T> element) {
        // only event time counts
    }

    @Override
    public void processWatermark(Watermark mark) throws Exception {
        super.processWatermark(mark);
        if (!reached && mark.getTimestamp() >= until) {
            reached = true;
            EventTimeWatch.named(watch).reach();
        }
    }
}
