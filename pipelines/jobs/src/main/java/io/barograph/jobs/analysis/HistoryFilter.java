package io.barograph.jobs.analysis;

import io.barograph.schemas.JobWeather;
import org.apache.flink.api.common.functions.RichFilterFunction;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.runtime.state.FunctionInitializationContext;
import org.apache.flink.runtime.state.FunctionSnapshotContext;
import org.apache.flink.streaming.api.checkpoint.CheckpointedFunction;

/**
 * Tells history, which stands as it was written, from what is decided anew. State: when history ends, so that a job that is
 * restored while it is still reading it goes on with the same.
 */
abstract class HistoryFilter extends RichFilterFunction<JobWeather> implements CheckpointedFunction {
    private long end;
    private transient ListState<Long> saved;

    /** @param end time of the first decision that is taken anew, milliseconds since the epoch */
    HistoryFilter(long end) {
        this.end = end;
    }

    final boolean isBeforeEnd(JobWeather weather) {
        return weather.getDecidedAt().toEpochMilli() < end;
    }

    @Override
    public void initializeState(FunctionInitializationContext context) throws Exception {
        saved = context.getOperatorStateStore()
                .getUnionListState(new ListStateDescriptor<>("end-of-history", Types.LONG));
        if (context.isRestored()) {
            for (Long before : saved.get()) {
                end = before; // that of each subtask is the same
            }
        }
    }

    @Override
    public void snapshotState(FunctionSnapshotContext context) throws Exception {
        saved.clear();
        saved.add(end);
    }
}
