package io.barograph.jobs.replay;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.core.io.InputStatus;

/** Reads the merged records, at the pace that was asked for. */
final class ReplayReader implements SourceReader<ReplayedRecord, ReplaySplit> {
    private static final CompletableFuture<Void> NOW = CompletableFuture.completedFuture(null);

    private final List<ReplayInput> inputs;
    private final ReplayPace pace;
    private final SourceReaderContext context;
    private final CompletableFuture<Void> ready = new CompletableFuture<>();
    private CompletableFuture<Void> available = ready;
    private ReplayRecords records;
    private ReplayedRecord due;
    private boolean noSplit;
    private long position;
    private long toSkip;
    private long began;

    ReplayReader(List<ReplayInput> inputs, ReplayPace pace, SourceReaderContext context) {
        this.inputs = inputs;
        this.pace = pace;
        this.context = context;
    }

    @Override
    public void start() {
        context.sendSplitRequest();
    }

    @Override
    public void addSplits(List<ReplaySplit> splits) {
        for (ReplaySplit split : splits) {
            records = MergedRecords.ofInputs(inputs);
            position = split.position();
            toSkip = position;
        }
        ready.complete(null);
    }

    @Override
    public void notifyNoMoreSplits() {
        noSplit = records == null;
        ready.complete(null);
    }

    @Override
    public InputStatus pollNext(ReaderOutput<ReplayedRecord> output) throws IOException {
        if (noSplit) {
            return InputStatus.END_OF_INPUT;
        }
        if (records == null) {
            return InputStatus.NOTHING_AVAILABLE;
        }
        ReplayedRecord record = due == null ? next() : due;
        if (record == null) {
            return InputStatus.END_OF_INPUT;
        }
        due = null;
        long wait = waitNanos(record.time());
        if (wait > 0) {
            due = record;
            Executor later = CompletableFuture.delayedExecutor(wait, TimeUnit.NANOSECONDS);
            available = CompletableFuture.runAsync(() -> {}, later);
            return InputStatus.NOTHING_AVAILABLE;
        }
        available = NOW;
        position++;
        output.collect(record, record.time());
        return InputStatus.MORE_AVAILABLE;
    }

    /** After a restart, what was emitted before is read and left out. */
    private ReplayedRecord next() throws IOException {
        for (; toSkip > 0; toSkip--) {
            records.next();
        }
        return records.next();
    }

    private long waitNanos(long time) {
        long after = pace.dueAfterNanos(time);
        if (after == 0) {
            return 0;
        }
        long now = System.nanoTime();
        if (began == 0) {
            began = now - after; // the first that counts is due now
        }
        return began + after - now;
    }

    @Override
    public List<ReplaySplit> snapshotState(long checkpoint) {
        return records == null ? List.of() : List.of(new ReplaySplit(position));
    }

    @Override
    public CompletableFuture<Void> isAvailable() {
        return available;
    }

    @Override
    public void close() throws IOException {
        if (records != null) {
            records.close();
        }
    }
}
