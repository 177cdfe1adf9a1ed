package io.barograph.jobs.replay;

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
public record ReplaySource(List<ReplayInput> inputs, ReplayPace pace)
        implements Source<ReplayedRecord, ReplaySplit, ReplaySplit> {
    public ReplaySource {
        inputs = List.copyOf(inputs);
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
    public SplitEnumerator<ReplaySplit, ReplaySplit> createEnumerator(SplitEnumeratorContext<ReplaySplit> context) {
        return new ReplayEnumerator(context, new ReplaySplit(0));
    }

    @Override
    public SplitEnumerator<ReplaySplit, ReplaySplit> restoreEnumerator(
            SplitEnumeratorContext<ReplaySplit> context, ReplaySplit unassigned) {
        return new ReplayEnumerator(context, unassigned);
    }

    @Override
    public SimpleVersionedSerializer<ReplaySplit> getSplitSerializer() {
        return new ReplaySplit.Serializer();
    }

    @Override
    public SimpleVersionedSerializer<ReplaySplit> getEnumeratorCheckpointSerializer() {
        return new ReplaySplit.Serializer();
    }

    /** Gives the one split to the reader that asks first. */
    static final class ReplayEnumerator implements SplitEnumerator<ReplaySplit, ReplaySplit> {
        private final SplitEnumeratorContext<ReplaySplit> context;
        private ReplaySplit unassigned;

        ReplayEnumerator(SplitEnumeratorContext<ReplaySplit> context, ReplaySplit unassigned) {
            this.context = context;
            this.unassigned = unassigned;
        }

        @Override
        public void start() {
            // readers ask
        }

        @Override
        public void handleSplitRequest(int subtask, String hostname) {
            if (!unassigned.equals(ReplaySplit.NONE)) {
                context.assignSplit(unassigned, subtask);
                unassigned = ReplaySplit.NONE;
            }
            context.signalNoMoreSplits(subtask);
        }

        @Override
        public void addSplitsBack(List<ReplaySplit> splits, int subtask) {
            splits.forEach(split -> unassigned = split);
        }

        @Override
        public void addReader(int subtask) {
            // it asks
        }

        @Override
        public ReplaySplit snapshotState(long checkpoint) {
            return unassigned;
        }

        @Override
        public void close() {
            // holds nothing
        }
    }
}
