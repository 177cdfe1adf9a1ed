package io.barograph.schemas.admission;

import io.barograph.schemas.JobSamples;
import io.barograph.schemas.JobUse;
import io.barograph.schemas.TargetKind;
import java.time.Instant;

final class JobSamplesBounds {
    /** As many jobs as the collector takes of one target. */
    private static final int MAX_JOBS = 65_536;

    private JobSamplesBounds() {}

    static void check(JobSamples samples, FieldChecks checks) {
        checks.name("fileSystem", samples.getFileSystem());
        checks.name("server", samples.getServer());
        checks.optionalName("host", samples.getHost());
        checks.optionalName("collector", samples.getCollector());
        if (samples.getKind() == TargetKind.UNKNOWN) {
            checks.refuse(
                    "kind",
                    samples.getKind(),
                    "this version does not know such servers; upgrade the analysis before the collectors");
        }
        checks.time("time", samples.getTime());
        checks.time("publishedAt", samples.getPublishedAt());
        checks.time("arrivedAt", samples.getArrivedAt());
        checks.notAfter("time", samples.getTime(), "publishedAt", samples.getPublishedAt(), FieldChecks.MAX_AHEAD);
        checks.interval(samples.getIntervalMillis());
        checks.counter("readBytes", samples.getReadBytes());
        checks.counter("writeBytes", samples.getWriteBytes());
        checks.counter("readOperations", samples.getReadOperations());
        checks.counter("writeOperations", samples.getWriteOperations());
        checks.counters("metadataOperations", samples.getMetadataOperations());
        checks.size("jobs", samples.getJobs(), MAX_JOBS);
        for (JobUse job : samples.getJobs()) {
            if (!checks.isAdmitted()) {
                return;
            }
            check(job, checks);
        }
    }

    /** The id is empty for processes without a job. Collectors escape what users choose ({@link NameRule#escaped}). */
    private static void check(JobUse job, FieldChecks checks) {
        checks.optionalName("jobs.jobId", job.getJobId());
        checks.optionalName("jobs.executable", job.getExecutable());
        checks.optionalName("jobs.user", job.getUser());
        entryTime("jobs.entrySince", job.getEntrySince(), checks);
        entryTime("jobs.entryChanged", job.getEntryChanged(), checks);
        checks.counter("jobs.readBytes", job.getReadBytes());
        checks.counter("jobs.writeBytes", job.getWriteBytes());
        checks.counter("jobs.readOperations", job.getReadOperations());
        checks.counter("jobs.writeOperations", job.getWriteOperations());
        checks.counters("jobs.metadataOperations", job.getMetadataOperations());
    }

    /** Some versions of Lustre count these from the start of the server: early times only say that little is known. */
    private static void entryTime(String field, Instant time, FieldChecks checks) {
        if (time != null && (time.isBefore(Instant.EPOCH) || time.isAfter(FieldChecks.MAX_TIME))) {
            checks.refuse(field, time, "a time lies between " + Instant.EPOCH + " and " + FieldChecks.MAX_TIME);
        }
    }
}
