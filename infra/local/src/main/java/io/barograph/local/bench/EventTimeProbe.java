package io.barograph.local.bench;

import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;

/** Beside the sink of a result: tells an {@link EventTimeWatch} of its begin, and when event time has come far enough. */
final class EventTimeProbe<T> extends AbstractStreamOperator<Void> implements OneInputStreamOperator<T, Void> {
    private static final long serialVersionUID = 1L;

    private final String watch;
    private final long until;
    private transient boolean reached;

    /**
     * @param watch name of the watch
     * @param until event time, milliseconds since the epoch
     */
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
        if (mark.getTimestamp() >= until) {
            reach();
        }
    }

    /** A stream without records, of benchmark runs say, has no event time: nobody waits for it. */
    @Override
    public void processWatermarkStatus(WatermarkStatus status) throws Exception {
        super.processWatermarkStatus(status);
        if (status.isIdle()) {
            reach();
        }
    }

    private void reach() {
        if (!reached) {
            reached = true;
            EventTimeWatch.named(watch).reach();
        }
    }
}
