package io.barograph.contention.operators;

import java.time.Duration;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;

/**
 * Moves the event time of a stream, records and watermark alike, by a fixed delay. Where it meets others, its records are
 * taken in at an event time at which they have certainly come, so that the order of arrival does not matter; and as long
 * as it is no farther behind the others than that delay, it holds nobody back.
 *
 * <p>The end of the input stays the end, and an idle stream idle.
 */
final class DelayedClock<T> extends AbstractStreamOperator<T> implements OneInputStreamOperator<T, T> {
    private final long delay;

    DelayedClock(Duration delay) {
        this.delay = delay.toMillis();
    }

    @Override
    public void processElement(StreamRecord<T> element) {
        // A record of its own: with object reuse the other readers of this stream see the same one.
        output.collect(new StreamRecord<>(element.getValue(), element.getTimestamp() + delay));
    }

    @Override
    public void processWatermark(Watermark mark) throws Exception {
        super.processWatermark(
                mark.getTimestamp() == Watermark.MAX_WATERMARK.getTimestamp()
                        ? mark
                        : new Watermark(mark.getTimestamp() + delay));
    }
}
