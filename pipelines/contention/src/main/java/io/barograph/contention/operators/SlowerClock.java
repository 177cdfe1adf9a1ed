package io.barograph.contention.operators;

import java.time.Duration;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.TwoInputStreamOperator;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;

/**
 * Two streams in one, whose event time is that of the slower one that is not idle.
 *
 * <p>A union does not do: of a stream that was idle and is active again it ignores the watermark until that has reached the
 * one that was emitted last. If the other stream is ahead, and stays ahead, that is never, and all records of the slower
 * stream are late.
 *
 * @param <T> records of both streams
 */
final class SlowerClock<T> extends AbstractStreamOperator<T> implements TwoInputStreamOperator<T, T, T> {
    private static final long NEVER = Long.MIN_VALUE;

    private final long lead;
    private final long[] times = {NEVER, NEVER};
    private final boolean[] idle = {false, false};
    private long emitted = NEVER;
    private boolean isIdle;

    /** @param lead how far the second stream may be ahead of the first; it has no lead while the first one is idle */
    SlowerClock(Duration lead) {
        this.lead = lead.toMillis();
    }

    @Override
    public void processElement1(StreamRecord<T> element) {
        output.collect(element);
    }

    @Override
    public void processElement2(StreamRecord<T> element) {
        output.collect(element);
    }

    @Override
    public void processWatermark1(Watermark mark) {
        times[0] = mark.getTimestamp();
        advance();
    }

    @Override
    public void processWatermark2(Watermark mark) {
        times[1] = mark.getTimestamp();
        advance();
    }

    @Override
    protected void processWatermarkStatus(WatermarkStatus status, int input) {
        idle[input] = status.isIdle();
        if (isIdle != (idle[0] && idle[1])) {
            isIdle = !isIdle;
            output.emitWatermarkStatus(isIdle ? WatermarkStatus.IDLE : WatermarkStatus.ACTIVE);
        }
        advance();
    }

    private void advance() {
        long time = time();
        if (!isIdle && time > emitted) {
            emitted = time;
            output.emitWatermark(new Watermark(time));
        }
    }

    private long time() {
        if (idle[0]) {
            boolean isInstant = times[1] != NEVER && times[1] != Watermark.MAX_WATERMARK.getTimestamp();
            return isInstant ? times[1] - lead : times[1];
        }
        return idle[1] ? times[0] : Math.min(times[0], times[1]);
    }
}
