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
 * Keeps history, which stands as it was written and which collectors import, or what is decided anew. State: when history ends, so that a job that is
 * restored while it is still reading it goes on with the same.
 */
final class HistoryFilter extends RichFilterFunction<JobWeather> implements CheckpointedFunction {
    private final boolean keepsHistory;
    private long end;
    private transient ListState<Long> saved;

    private HistoryFilter(boolean keepsHistory, long end) {
        this.keepsHistory = keepsHistory;
        this.end = end;
    }

    /**
     * @param end end of history, milliseconds since the epoch; {@link Long#MIN_VALUE} for imported weather alone
     * @return what keeps the weather that a collector imported, and what was decided before history ends
     */
    static HistoryFilter until(long end) {
        return new HistoryFilter(true, end);
    }

    /** {@return what keeps what is decided from the end of history on, milliseconds since the epoch} */
    static HistoryFilter from(long end) {
        return new HistoryFilter(false, end);
    }

    @Override
    public boolean filter(JobWeather weather) {
        boolean isBeforeEnd = weather.getDecidedAt().toEpochMilli() < end;
        return keepsHistory ? isBeforeEnd || weather.getCollector() != null : !isBeforeEnd;
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
