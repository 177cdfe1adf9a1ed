package io.barograph.runs.operators;

import org.apache.flink.api.common.functions.MapFunction;

/** Lets the watermarks of the samples through to an input of runs; there are no records. */
final class WatermarkOnlyMap implements MapFunction<DataServerSample, PendingRun> {
    private static final long serialVersionUID = 1L;

    @Override
    public PendingRun map(DataServerSample sample) {
        throw new IllegalStateException("the clock carries no records");
    }
}
