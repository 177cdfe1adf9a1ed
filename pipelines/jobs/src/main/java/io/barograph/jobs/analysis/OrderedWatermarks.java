package io.barograph.jobs.analysis;

import java.time.Duration;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.common.eventtime.WatermarkGenerator;
import org.apache.flink.api.common.eventtime.WatermarkOutput;

/**
 * Watermarks of a stream in the order of event time. They come with the records, once in a step of event time: by the wall
 * clock, a replay would be minutes ahead of its watermark.
 */
final class OrderedWatermarks<T> implements WatermarkGenerator<T> {
    private final long behind;
    private final long step;
    private long last;

    /**
     * @param behind how far a record may lie behind the order
     * @param step how far event time goes at once; what lies within goes through the operators together
     */
    OrderedWatermarks(Duration behind, Duration step) {
        this.behind = behind.toMillis();
        this.step = step.toMillis();
        this.last = Long.MIN_VALUE + this.step;
    }

    @Override
    public void onEvent(T event, long eventTimestamp, WatermarkOutput output) {
        long watermark = eventTimestamp - behind - 1;
        if (watermark - step >= last) {
            last = watermark;
            output.emitWatermark(new Watermark(watermark));
        }
    }

    @Override
    public void onPeriodicEmit(WatermarkOutput output) {
        // records alone move it
    }
}
