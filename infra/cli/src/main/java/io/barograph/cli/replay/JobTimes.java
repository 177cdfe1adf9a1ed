package io.barograph.cli.replay;

import io.barograph.jobs.replay.ReplayRecords;
import io.barograph.jobs.replay.ReplayedRecord;
import io.barograph.jobs.replay.WindowInputs;
import io.barograph.schemas.JobEvent;
import io.barograph.schemas.JobEventKind;
import io.barograph.schemas.JobSummary;
import io.barograph.schemas.Topic;
import io.barograph.stack.CommandFailedException;
import java.io.IOException;
import java.time.Instant;
import java.util.List;

/**
 * When a job ran.
 *
 * @param start its start, according to its logs and the scheduler
 * @param end its end
 */
record JobTimes(Instant start, Instant end) {
    /** The topics that tell of it. */
    static final List<Topic<?>> TOPICS = List.of(Topic.JOB_SUMMARIES, Topic.JOB_EVENTS);

    static JobTimes find(String jobId, WindowInputs held) throws IOException {
        Instant start = null;
        Instant end = null;
        try (ReplayRecords records = held.open()) {
            for (ReplayedRecord replayed = records.next(); replayed != null; replayed = records.next()) {
                if (replayed.record() instanceof JobSummary summary
                        && summary.getJobId().equals(jobId)) {
                    start = earlier(start, summary.getStartTime());
                    end = later(end, summary.getEndTime());
                } else if (replayed.record() instanceof JobEvent event
                        && event.getJobId().equals(jobId)) {
                    start = earlier(start, event.getStartTime());
                    start = event.getKind() == JobEventKind.START ? earlier(start, event.getTime()) : start;
                    end = event.getKind() == JobEventKind.END ? later(end, event.getTime()) : end;
                }
            }
        }
        if (start == null || end == null) {
            throw new CommandFailedException(
                    "neither a log nor the scheduler tells when the job " + jobId + " ran",
                    "Check the id, or give --from and --to.");
        }
        return new JobTimes(start, end);
    }

    private static Instant earlier(Instant one, Instant other) {
        return one == null || (other != null && other.isBefore(one)) ? other : one;
    }

    private static Instant later(Instant one, Instant other) {
        return one == null || (other != null && other.isAfter(one)) ? other : one;
    }
}
