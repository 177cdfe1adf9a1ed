package io.barograph.jobstats.operators;

import io.barograph.flink.quarantine.AttributableElement;
import io.barograph.flink.quarantine.RecordIdentity;
import io.barograph.flink.state.BinaryType;
import io.barograph.flink.state.DelegatingFormat;
import io.barograph.flink.topics.LateArrivalTime;
import io.barograph.jobstats.JobIdentity;
import io.barograph.jobstats.JobPoll;
import io.barograph.jobstats.JobTraffic;
import io.barograph.jobstats.TargetRole;
import io.barograph.schemas.JobSamples;
import io.barograph.schemas.JobUse;
import io.barograph.schemas.TargetKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What is needed of a poll of the job statistics of one server.
 *
 * @param knownAt from when on it can be known, milliseconds since the epoch ({@link LateArrivalTime#knownAt})
 * @param poll the poll: of an OST the bytes, of an MDT the operations
 */
record JobStatisticsPoll(
        String fileSystem, TargetRole role, String server, long knownAt, JobPoll poll, int intervalMillis)
        implements AttributableElement {
    static final BinaryType<JobStatisticsPoll> TYPE = DelegatingFormat.recordTypeOf(JobStatisticsPoll.class, 3);

    static JobStatisticsPoll of(JobSamples samples) {
        boolean isOst = samples.getKind() == TargetKind.OST;
        boolean reports = isOst
                ? samples.getReadBytes() != null && samples.getWriteBytes() != null
                : samples.getMetadataOperations() != null;
        List<JobPoll.Entry> entries = new ArrayList<>(samples.getJobs().size());
        for (JobUse use : samples.getJobs()) {
            if (!isKnown(isOst, use)) {
                // Counters are totals: the next poll that can be read shows what this one could not.
                continue;
            }
            entries.add(new JobPoll.Entry(
                    use.getJobId(),
                    JobIdentity.of(use.getJobId(), use.getExecutable(), use.getUser()),
                    use.getEntrySince() == null
                            ? JobPoll.NOT_STATED
                            : use.getEntrySince().toEpochMilli(),
                    traffic(isOst, use.getReadBytes(), use.getWriteBytes(), use.getMetadataOperations())));
        }
        JobTraffic server = reports
                ? traffic(isOst, samples.getReadBytes(), samples.getWriteBytes(), samples.getMetadataOperations())
                : null;
        return new JobStatisticsPoll(
                samples.getFileSystem(),
                isOst ? TargetRole.OST : TargetRole.MDT,
                samples.getServer(),
                LateArrivalTime.knownAt(samples.getPublishedAt(), samples.getArrivedAt()),
                new JobPoll(samples.getTime().toEpochMilli(), server, entries),
                samples.getIntervalMillis());
    }

    private static boolean isKnown(boolean isOst, JobUse use) {
        return isOst ? use.getReadBytes() != null && use.getWriteBytes() != null : use.getMetadataOperations() != null;
    }

    /** An operation that a job's entry does not list has not happened. */
    private static JobTraffic traffic(
            boolean isOst, Long readBytes, Long writeBytes, Map<String, Long> metadataOperations) {
        if (isOst) {
            return new JobTraffic(readBytes, writeBytes, 0);
        }
        long operations = 0;
        for (Map.Entry<String, Long> kind : metadataOperations.entrySet()) {
            // samedir_rename, crossdir_rename and the like are counted as rename, too
            operations += kind.getKey().contains("_rename") ? 0 : kind.getValue();
        }
        return new JobTraffic(0, 0, operations);
    }

    @Override
    public RecordIdentity origin() {
        return RecordIdentity.ofJobSamples(fileSystem, server, poll.time());
    }
}
