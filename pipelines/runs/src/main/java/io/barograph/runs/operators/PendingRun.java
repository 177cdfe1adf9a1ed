package io.barograph.runs.operators;

import io.barograph.flink.quarantine.AttributableElement;
import io.barograph.flink.quarantine.RecordIdentity;
import io.barograph.flink.state.AvroFormat;
import io.barograph.flink.state.BinaryFormat;
import io.barograph.flink.state.BinaryType;
import io.barograph.runs.RunMovement;
import io.barograph.schemas.BinaryCollections;
import io.barograph.schemas.JobWeather;
import io.barograph.schemas.RecordForm;
import io.barograph.schemas.WeatherRecordKind;
import io.barograph.servers.history.DisjointIntervals;
import io.barograph.servers.history.RunWindow;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;

/**
 * One run on one file system, waiting for its decision.
 *
 * @param startMicros start, microseconds since the epoch
 * @param endMicros end, microseconds since the epoch
 * @param use what the run moved on it, according to Darshan
 * @param servers the data servers that the run used, by their names within it; empty for all
 * @param active when the run did I/O, in whole intervals; none if the log does not say
 * @param movement when the run moved its bytes; unknown on the way to a server's curve, which does not need it
 * @param decidedAt event time of the decision, milliseconds since the epoch
 * @param draft the result with all that Darshan says; null on the way to a server's curve, which does not need it
 */
record PendingRun(
        String jobId,
        String executable,
        long startMicros,
        long endMicros,
        String fileSystem,
        Use use,
        List<String> servers,
        DisjointIntervals active,
        RunMovement movement,
        long intervalMillis,
        long decidedAt,
        JobWeather draft)
        implements AttributableElement {
    static final BinaryType<PendingRun> TYPE = new BinaryType<>(new Format());

    @Override
    public RecordIdentity origin() {
        return isWithoutLog() ? null : RecordIdentity.ofRun(jobId, startMicros, executable);
    }

    private static final long FIVE_SECONDS = 5_000;

    /**
     * What a run moved.
     *
     * @param stats calls of stat, or -1 if they are not known for this file system
     */
    record Use(long readBytes, long writeBytes, long reads, long writes, long opens, long stats) {
        long bytes() {
            return readBytes + writeBytes;
        }
    }

    /** (job id, start, executable, file system): what makes a result one of its own. */
    String identity() {
        return jobId + '\u0000' + startMicros + '\u0000' + executable + '\u0000' + fileSystem;
    }

    boolean namesServers() {
        return !servers.isEmpty();
    }

    /** True if this is a job that ended without a log. */
    boolean isWithoutLog() {
        return draft != null && draft.getRecordKind() == WeatherRecordKind.NO_DARSHAN;
    }

    /** The run as the curve of a server needs it. */
    PendingRun forOneServer() {
        return new PendingRun(
                jobId,
                executable,
                startMicros,
                endMicros,
                fileSystem,
                use,
                List.of(),
                active,
                RunMovement.UNKNOWN,
                intervalMillis,
                decidedAt,
                null);
    }

    RunWindow window(DecisionRevision revision, long revisedAt) {
        RunWindow window = RunWindow.ofRun(startMicros, endMicros, intervalMillis, decidedAt);
        return revision == DecisionRevision.FIRST ? window : window.revisedAt(revisedAt);
    }

    /** The whole intervals that close in the five seconds before the run's start; one at least. */
    RunWindow before(RunWindow window) {
        return window.of(window.from() - beforeMillis(), window.from());
    }

    /** The intervals of the window that the run's start and end cut: they hold traffic from before and after the run. */
    DisjointIntervals edges(RunWindow window) {
        return DisjointIntervals.NONE.and(List.of(
                new DisjointIntervals.Stretch(window.from(), window.from() + intervalMillis),
                new DisjointIntervals.Stretch(window.to() - intervalMillis, window.to())));
    }

    long beforeMillis() {
        return Math.max(FIVE_SECONDS, intervalMillis);
    }

    static final class Format extends BinaryFormat<PendingRun> {
        private static final RecordForm<Use> USE = RecordForm.of(Use.class);
        private static final RecordForm<DisjointIntervals> ACTIVE = RecordForm.of(DisjointIntervals.class);
        private static final RecordForm<RunMovement> MOVEMENT = RecordForm.of(RunMovement.class);

        private final AvroFormat<JobWeather> drafts = AvroFormat.of(JobWeather.class);

        Format() {
            super(PendingRun.class, 3);
        }

        @Override
        public void write(PendingRun run, DataOutput out) throws IOException {
            BinaryCollections.LONG_TEXT.write(run.jobId, out);
            BinaryCollections.LONG_TEXT.write(run.executable, out);
            out.writeLong(run.startMicros);
            out.writeLong(run.endMicros);
            BinaryCollections.LONG_TEXT.write(run.fileSystem, out);
            USE.write(run.use, out);
            BinaryCollections.write(run.servers, out, BinaryCollections.LONG_TEXT);
            ACTIVE.write(run.active, out);
            MOVEMENT.write(run.movement, out);
            out.writeLong(run.intervalMillis);
            out.writeLong(run.decidedAt);
            BinaryCollections.writeOptional(run.draft, out, drafts::write);
        }

        @Override
        public PendingRun read(DataInput in) throws IOException {
            String jobId = BinaryCollections.readLongText(in);
            String executable = BinaryCollections.readLongText(in);
            long startMicros = in.readLong();
            long endMicros = in.readLong();
            String fileSystem = BinaryCollections.readLongText(in);
            Use use = USE.read(in);
            List<String> servers = List.copyOf(BinaryCollections.readList(in, BinaryCollections::readLongText));
            return new PendingRun(
                    jobId,
                    executable,
                    startMicros,
                    endMicros,
                    fileSystem,
                    use,
                    servers,
                    ACTIVE.read(in),
                    MOVEMENT.read(in),
                    in.readLong(),
                    in.readLong(),
                    in.readBoolean() ? drafts.read(in) : null);
        }

        @Override
        public BinaryFormat<PendingRun> duplicate() {
            return new Format();
        }
    }
}
