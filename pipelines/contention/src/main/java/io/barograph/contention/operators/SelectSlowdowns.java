package io.barograph.contention.operators;

import io.barograph.contention.SlowdownSample;
import io.barograph.contention.degradation.ProbeOperationTargets;
import io.barograph.slowdown.SlidingSlowdown;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.functions.FlatMapFunction;
import org.apache.flink.util.Collector;

/** Takes the live slowdowns of the operations that report servers. */
final class SelectSlowdowns implements FlatMapFunction<SlidingSlowdown, ContentionInput> {
    @Override
    public void flatMap(SlidingSlowdown live, Collector<ContentionInput> out) {
        boolean known = Double.isFinite(live.factor()) || !live.servers().isEmpty();
        if (known && ProbeOperationTargets.isIndicative(live.operation())) {
            out.collect(new ContentionInput(live.fileSystem(), live.time(), live));
        }
    }

    /** Of the file system, as far as it is known, and of its servers. */
    static List<SlowdownSample> samples(SlidingSlowdown live) {
        List<SlowdownSample> samples = new ArrayList<>();
        if (Double.isFinite(live.factor())) {
            samples.add(new SlowdownSample(
                    live.time(),
                    live.operation(),
                    "",
                    live.factor(),
                    live.calmMinutes(),
                    live.hosts(),
                    live.slowClient()));
        }
        live.servers()
                .forEach((server, factor) -> samples.add(new SlowdownSample(
                        live.time(), live.operation(), server, factor, live.calmMinutes(), live.hosts(), false)));
        return samples;
    }
}
