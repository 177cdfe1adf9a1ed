package io.barograph.contention.operators;

import io.barograph.contention.degradation.ProbeOperationTargets;
import io.barograph.slowdown.SlidingSlowdown;
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
}
