package io.barograph.slowdown.operators;

import io.barograph.flink.quarantine.AttributingOperator;
import io.barograph.flink.state.AvroFormat;
import io.barograph.schemas.BenchmarkRun;
import io.barograph.schemas.ProbeTiming;
import io.barograph.schemas.Slowdown;
import io.barograph.slowdown.SlidingSlowdown;
import io.barograph.slowdown.SlowdownPolicy;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.util.OutputTag;

/** Slowdowns of every operation on every file system (docs/slowdown.md). The clock is that of the probe timings. */
public final class SlowdownWorkflow {
    /** Side output of {@link #ofProbes}: live factors of file systems and their servers. */
    public static final OutputTag<SlidingSlowdown> LIVE = new OutputTag<>("live-factors", SlowdownFormats.LIVE_FACTORS);

    private SlowdownWorkflow() {}

    /**
     * @param timings timings of all probes, with event time and watermarks
     * @return slowdowns, per file system and operation in the order of event time; live ones of file systems only,
     *     those of servers are on {@link #LIVE}
     */
    public static SingleOutputStreamOperator<Slowdown> ofProbes(
            DataStream<ProbeTiming> timings, SlowdownPolicy policy) {
        return timings.map(ProbeSlot::of)
                .returns(ProbeSlot.TYPE)
                .name("slots of probes")
                .uid("slowdown-slots")
                .setParallelism(timings.getParallelism())
                .keyBy(ProbeSlot::key, Types.STRING)
                .transform(
                        "slowdown of each operation",
                        AvroFormat.typeOf(Slowdown.class),
                        new AttributingOperator<>(new ProbeSlowdownFunction(policy)))
                .uid("slowdown-probes");
    }

    /**
     * @param runs benchmark runs; their event time does not matter
     * @return average / best duration of the month so far, with each run
     */
    public static SingleOutputStreamOperator<Slowdown> ofBenchmarks(DataStream<BenchmarkRun> runs) {
        return runs.keyBy(BenchmarkMonthFunction::identity, Types.STRING)
                .transform(
                        "average and best of benchmarks",
                        AvroFormat.typeOf(Slowdown.class),
                        new AttributingOperator<>(new BenchmarkMonthFunction()))
                .uid("slowdown-benchmarks");
    }
}
