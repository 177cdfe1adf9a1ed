package io.barograph.jobs.replay;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;

/** Gives the one split to the reader that asks first. */
final class ReplayEnumerator implements SplitEnumerator<ReplaySplit, Long> {
    /** State when a reader has the split. */
    static final long NONE = -1;

    private final SplitEnumeratorContext<ReplaySplit> context;
    private final Deque<ReplaySplit> unassigned;

    ReplayEnumerator(SplitEnumeratorContext<ReplaySplit> context, Collection<ReplaySplit> unassigned) {
        this.context = context;
        this.unassigned = new ArrayDeque<>(unassigned);
    }

    @Override
    public void start() {
        // readers ask
    }

    @Override
    public void handleSplitRequest(int subtask, String hostname) {
        ReplaySplit split = unassigned.poll();
        if (split != null) {
            context.assignSplit(split, subtask);
        }
        context.signalNoMoreSplits(subtask);
    }

    @Override
    public void addSplitsBack(List<ReplaySplit> splits, int subtask) {
        unassigned.addAll(splits);
    }

    @Override
    public void addReader(int subtask) {
        // it asks
    }

    @Override
    public Long snapshotState(long checkpoint) {
        return unassigned.isEmpty() ? NONE : unassigned.element().position();
    }

    @Override
    public void close() {
        // holds nothing
    }
}
