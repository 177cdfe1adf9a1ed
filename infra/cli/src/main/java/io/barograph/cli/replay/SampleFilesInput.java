package io.barograph.cli.replay;

import io.barograph.jobs.replay.RecordFileInput;
import io.barograph.jobs.replay.ReplayInput;
import io.barograph.jobs.replay.ReplayRecords;
import io.barograph.jobs.replay.ReplayedRecord;
import io.barograph.runtime.SampleRecording;
import io.barograph.schemas.DeadLetter;
import io.barograph.schemas.FileSystemCatalogue;
import io.barograph.schemas.ServerPoll;
import io.barograph.schemas.ServerPolls;
import io.barograph.schemas.ServerSample;
import io.barograph.schemas.Topic;
import io.barograph.schemas.admission.RecordAdmission;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;

/** Recordings of server samples, read from their files as the replay comes to them. */
record SampleFilesInput(SampleFiles files, FileSystemCatalogue catalogue) implements ReplayInput {
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
        private final RecordAdmission<ServerPoll> admission = RecordAdmission.of(ServerPoll.class);
        private final Deque<DeadLetter> refused = new ArrayDeque<>();
        private final Deque<ServerPoll> polls = new ArrayDeque<>();
        private final SampleRecording recorded = files.open(refused::add);
        private final Iterator<ServerSample> samples = recorded.samples();
        private long read;
        private long reached = Long.MIN_VALUE;
        private ServerSample ahead;

        /** What was refused on the way to a poll is reported before it. */
        @Override
        public ReplayedRecord next() {
            if (polls.isEmpty()) {
                readPolls();
            }
            if (!refused.isEmpty()) {
                return ReplayedRecord.refused(refused.remove(), Math.max(0, reached));
            }
            return polls.isEmpty()
                    ? null
                    : RecordFileInput.admitted(Topic.SERVER_POLLS, admission, polls.remove(), read++);
        }

        /** All samples of one instant. */
        private void readPolls() {
            List<ServerSample> together = new ArrayList<>();
            ServerSample next = ahead == null ? read() : ahead;
            while (next != null
                    && (together.isEmpty()
                            || next.getTime().equals(together.get(0).getTime()))) {
                together.add(next);
                next = read();
            }
            ahead = next;
            polls.addAll(ServerPolls.of(together, ""));
            if (!together.isEmpty()) {
                reached = together.get(0).getTime().toEpochMilli();
            }
        }

        private ServerSample read() {
            if (!samples.hasNext()) {
                return null;
            }
            ServerSample sample = samples.next();
            catalogue.resolve(sample.getFileSystem()).ifPresent(fileSystem -> sample.setFileSystem(fileSystem.name()));
            return sample;
        }

        @Override
        public void close() {
            recorded.close();
        }
    }
}
