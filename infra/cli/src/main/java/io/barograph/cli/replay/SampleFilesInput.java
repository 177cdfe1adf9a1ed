package io.barograph.cli.replay;

import io.barograph.jobs.replay.RecordFileInput;
import io.barograph.jobs.replay.ReplayInput;
import io.barograph.jobs.replay.ReplayRecords;
import io.barograph.jobs.replay.ReplayedRecord;
import io.barograph.runtime.SampleRecording;
import io.barograph.schemas.DeadLetter;
import io.barograph.schemas.FileSystemCatalogue;
import io.barograph.schemas.ServerSample;
import io.barograph.schemas.Topic;
import io.barograph.schemas.admission.RecordAdmission;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;

/** Recordings of server samples, read from their files as the replay comes to them. */
final class SampleFilesInput implements ReplayInput {
    private final SampleFiles files;
    private final FileSystemCatalogue catalogue;

    SampleFilesInput(SampleFiles files, FileSystemCatalogue catalogue) {
        this.files = files;
        this.catalogue = catalogue;
    }

    @Override
    public long from() {
        return Long.MIN_VALUE;
    }

    @Override
    public boolean holdsWindow() {
        return true;
    }

    @Override
    public ReplayRecords open() {
        return new Records();
    }

    private final class Records implements ReplayRecords {
        private final RecordAdmission<ServerSample> admission = RecordAdmission.of(ServerSample.class);
        private final Deque<DeadLetter> refused = new ArrayDeque<>();
        private final SampleRecording recorded = files.open(refused::add);
        private final Iterator<ServerSample> samples = recorded.samples();
        private long read;
        private long reached = Long.MIN_VALUE;
        private ServerSample next;

        /** What was refused on the way to a sample is told before it. */
        @Override
        public ReplayedRecord next() {
            if (next == null && samples.hasNext()) {
                next = samples.next();
                reached = next.getTime().toEpochMilli();
            }
            if (!refused.isEmpty()) {
                return ReplayedRecord.refused(refused.remove(), Math.max(0, reached));
            }
            if (next == null) {
                return null;
            }
            ServerSample sample = next;
            next = null;
            catalogue.resolve(sample.getFileSystem()).ifPresent(fileSystem -> sample.setFileSystem(fileSystem.name()));
            return RecordFileInput.admitted(Topic.SERVER_SAMPLES, admission, sample, read++);
        }

        @Override
        public void close() {
            recorded.close();
        }
    }
}
