package io.barograph.jobs.analysis.contention;

import io.barograph.analytics.contention.Operations;
import io.barograph.analytics.contention.SlowdownSample;
import io.barograph.schemas.Slowdown;
import io.barograph.schemas.SlowdownKind;
import io.barograph.schemas.SlowdownScope;
import org.apache.flink.api.common.functions.FlatMapFunction;
import org.apache.flink.util.Collector;

/**
 * Takes the live slowdowns of file systems and servers; of a file system that of the hosts that agree, as a single slow
 * client is no contention.
 */
final class SelectSlowdowns implements FlatMapFunction<Slowdown, Input> {
    private static final long serialVersionUID = 1L;

    @Override
    public void flatMap(Slowdown slowdown, Collector<Input> out) {
        boolean ofFileSystem = slowdown.getScope() == SlowdownScope.FILE_SYSTEM;
        if (slowdown.getKind() != SlowdownKind.LIVE
                || !(ofFileSystem || slowdown.getScope() == SlowdownScope.SERVER)
                || !Operations.isTelling(slowdown.getOperation())) {
            return;
        }
        Double factor = ofFileSystem && slowdown.getAgreeingSlowdown() != null
                ? slowdown.getAgreeingSlowdown()
                : slowdown.getSlowdown();
        if (factor != null && Double.isFinite(factor)) {
            long time = slowdown.getEnd().toEpochMilli();
            out.collect(new Input(
                    slowdown.getFileSystem(),
                    time,
                    new SlowdownSample(
                            time,
                            slowdown.getOperation(),
                            slowdown.getMember(),
                            factor,
                            !slowdown.getDepartingHosts().isEmpty())));
        }
    }
}
