package io.barograph.jobs.analysis;

import org.apache.flink.api.common.eventtime.WatermarkGenerator;
import org.apache.flink.api.common.eventtime.WatermarkOutput;

/**
 * Watermarks of a stream that has no clock of its own: none. A maximum watermark instead would push event time to the
 * end for ever as soon as the other streams go idle.
 */
final class AlwaysIdleWatermarks<T> implements WatermarkGenerator<T> {
    @Override
    public void onEvent(T event, long eventTimestamp, WatermarkOutput output) {
        output.markIdle();
    }

    @Override
    public void onPeriodicEmit(WatermarkOutput output) {
        output.markIdle();
    }
}
