package io.barograph.contention.operators;

import io.barograph.contention.Operations;
import io.barograph.contention.SlowdownSample;
import io.barograph.slowdown.LiveFactors;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.functions.FlatMapFunction;
import org.apache.flink.util.Collector;

/** Takes the live slowdowns of the operations that tell of servers. */
final class SelectSlowdowns implements FlatMapFunction<LiveFactors, Input> {
    private static final long serialVersionUID = 1L;

    @Override
    public void flatMap(LiveFactors live, Collector<Input> out) {
        boolean known = Double.isFinite(live.factor()) || !live.servers().isEmpty();
        if (known && Operations.isTelling(live.operation())) {
            out.collect(new Input(live.fileSystem(), live.time(), live));
        }
    }

    /** Of the file system, as far as it is known, and of its servers. */
    static List<SlowdownSample> samples(LiveFactors live) {
        List<SlowdownSample> samples = new ArrayList<>();
        if (Double.isFinite(live.factor())) {
            samples.add(new SlowdownSample(
                    live.time(), live.operation(), "", live.factor(), live.calmMinutes(), live.slowClient()));
        }
        live.servers()
                .forEach((server, factor) -> samples.add(
                        new SlowdownSample(live.time(), live.operation(), server, factor, live.calmMinutes(), false)));
        return samples;
    }
}
