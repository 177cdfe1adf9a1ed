package io.barograph.jobs.analysis;

import java.time.Duration;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.common.eventtime.WatermarkGenerator;
import org.apache.flink.api.common.eventtime.WatermarkOutput;

/**
 * Watermarks of a stream in the order of event time. They come with the records, once a second of event time: by the wall
 * clock, a replay would be minutes ahead of its watermark.
 */
final class OrderedWatermarks<T> implements WatermarkGenerator<T> {
    private static final long STEP = Duration.ofSeconds(1).toMillis();

    private final long behind;
    private long last = Long.MIN_VALUE + STEP;

    /** @param behind how far a record may lie behind the order */
    OrderedWatermarks(Duration behind) {
        this.behind = behind.toMillis();
    }

    @Override
    public void onEvent(T event, long eventTimestamp, WatermarkOutput output) {
        long watermark = eventTimestamp - behind - 1;
        if (watermark - STEP >= last) {
            last = watermark;
            output.emitWatermark(new Watermark(watermark));
        }
    }

    @Override
    public void onPeriodicEmit(WatermarkOutput output) {
        // records alone move it
    }
}
