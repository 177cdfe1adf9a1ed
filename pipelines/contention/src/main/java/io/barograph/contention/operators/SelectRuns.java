package io.barograph.contention.operators;

import io.barograph.contention.cost.KnownRun;
import io.barograph.jobstats.JobIdentity;
import io.barograph.schemas.FileSystemCatalogue;
import io.barograph.schemas.FileSystemUse;
import io.barograph.schemas.IoDirection;
import io.barograph.schemas.IoInterval;
import io.barograph.schemas.JobSummary;
import io.barograph.schemas.activity.ActivitySpan;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.apache.flink.api.common.functions.FlatMapFunction;
import org.apache.flink.util.Collector;

/** Takes from each Darshan log when and how much its run read and wrote on each file system. */
final class SelectRuns implements FlatMapFunction<JobSummary, ContentionInput> {
    private final FileSystemCatalogue catalogue;

    SelectRuns(FileSystemCatalogue catalogue) {
        this.catalogue = catalogue;
    }

    @Override
    public void flatMap(JobSummary summary, Collector<ContentionInput> out) {
        for (FileSystemUse use : summary.getFileSystems()) {
            if (use.getResolved()
                    && catalogue.knows(use.getFileSystem())
                    && !summary.getEndTime().isBefore(summary.getStartTime())) {
                out.collect(new ContentionInput(
                        use.getFileSystem(),
                        summary.getCollectedAt().plus(JobDelays.LOGS).toEpochMilli(),
                        run(summary, use)));
            }
        }
    }

    private static KnownRun run(JobSummary summary, FileSystemUse use) {
        return new KnownRun(
                identity(summary.getJobId(), summary.getStartTime(), summary.getExecutable(), use.getFileSystem()),
                JobIdentity.numberOf(summary.getJobId()),
                baseName(summary.getExecutable()),
                summary.getUser() == null ? "" : summary.getUser(),
                summary.getNodes() == null ? 0 : summary.getNodes(),
                micros(summary.getStartTime()),
                micros(summary.getEndTime()),
                use.getReadBytes(),
                use.getWriteBytes(),
                spans(summary, use, IoDirection.READ),
                spans(summary, use, IoDirection.WRITE),
                metadataSeconds(summary, use),
                Double.NaN,
                Double.NaN);
    }

    /** Darshan's -1 means not recorded. */
    private static double metadataSeconds(JobSummary summary, FileSystemUse use) {
        Double ofAll = use.getMetadataSeconds();
        return ofAll != null && ofAll >= 0 && summary.getProcesses() > 0 ? ofAll / summary.getProcesses() : Double.NaN;
    }

    /** A run on a file system, as the topic of verdicts knows it. */
    static String identity(String jobId, Instant start, String executable, String fileSystem) {
        return jobId + "/" + start + "/" + executable + "/" + fileSystem;
    }

    private static String baseName(String executable) {
        String program = executable.strip();
        int end = program.indexOf(' ');
        String path = end < 0 ? program : program.substring(0, end);
        return path.substring(path.lastIndexOf('/') + 1);
    }

    private static long micros(Instant time) {
        return ChronoUnit.MICROS.between(Instant.EPOCH, time);
    }

    private static List<ActivitySpan> spans(JobSummary summary, FileSystemUse use, IoDirection direction) {
        long start = micros(summary.getStartTime());
        List<IoInterval> intervals = use.getIoIntervals() == null ? List.of() : use.getIoIntervals();
        return intervals.stream()
                .filter(io -> io.getDirection() == direction
                        && io.getEndMicros() >= io.getStartMicros()
                        && io.getBytes() >= 0)
                .map(io -> new ActivitySpan(start + io.getStartMicros(), start + io.getEndMicros(), io.getBytes()))
                .toList();
    }
}
