package io.barograph.jobs.replay;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.core.io.SimpleVersionedSerializer;

/**
 * All that a replay reads, as one stream in the order of event time: no topic runs ahead of another, so that the state of
 * the analysis does not grow with the window. One reader reads it, whatever the parallelism.
 *
 * <p>Its only state is how many records were emitted. A restart reads from the beginning again and leaves these out;
 * the order is always the same while the places hold the same.
 */
public final class ReplaySource implements Source<ReplayedRecord, ReplaySplit, Long> {
    private final List<ReplayInput> inputs;
    private final ReplayPace pace;

    public ReplaySource(List<ReplayInput> inputs, ReplayPace pace) {
        this.inputs = List.copyOf(inputs);
        this.pace = pace;
    }

    @Override
    public Boundedness getBoundedness() {
        return Boundedness.BOUNDED;
    }

    @Override
    public SourceReader<ReplayedRecord, ReplaySplit> createReader(SourceReaderContext context) {
        return new ReplayReader(inputs, pace, context);
    }

    @Override
    public SplitEnumerator<ReplaySplit, Long> createEnumerator(SplitEnumeratorContext<ReplaySplit> context) {
        return new ReplayEnumerator(context, List.of(new ReplaySplit(0)));
    }

    @Override
    public SplitEnumerator<ReplaySplit, Long> restoreEnumerator(
            SplitEnumeratorContext<ReplaySplit> context, Long unassigned) {
        return new ReplayEnumerator(
                context, unassigned == ReplayEnumerator.NONE ? List.of() : List.of(new ReplaySplit(unassigned)));
    }

    @Override
    public SimpleVersionedSerializer<ReplaySplit> getSplitSerializer() {
        return new ReplaySplit.Serializer();
    }

    @Override
    public SimpleVersionedSerializer<Long> getEnumeratorCheckpointSerializer() {
        return new PositionSerializer();
    }

    /** Gives the one split to the reader that asks first. */
    static final class ReplayEnumerator implements SplitEnumerator<ReplaySplit, Long> {
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
}
