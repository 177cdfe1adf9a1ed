package io.barograph.runs.operators;

import org.apache.flink.api.common.functions.MapFunction;

/** Lets the watermarks of the samples through to an input of runs; there are no records. */
final class ClockOfRuns implements MapFunction<DataServerSample, Run> {
    private static final long serialVersionUID = 1L;

    @Override
    public Run map(DataServerSample sample) {
        throw new IllegalStateException("the clock carries no records");
    }
}
