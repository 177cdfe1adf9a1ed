package io.barograph.contention.operators;

import io.barograph.contention.ScheduledJob;
import io.barograph.contention.TrackedEvent;
import io.barograph.jobstats.JobIdentity;
import io.barograph.schemas.CatalogueFileSystem;
import io.barograph.schemas.FileSystemCatalogue;
import io.barograph.schemas.JobEvent;
import io.barograph.schemas.JobEventKind;
import java.time.Instant;
import java.util.List;
import org.apache.flink.api.common.functions.FlatMapFunction;
import org.apache.flink.util.Collector;

/** Tells every file system of every job: the scheduler does not know which one a job uses. */
final class SelectScheduledJobs implements FlatMapFunction<JobEvent, ContentionInput> {
    private static final long serialVersionUID = 1L;

    private final List<String> fileSystems;

    SelectScheduledJobs(FileSystemCatalogue catalogue) {
        fileSystems =
                catalogue.fileSystems().stream().map(CatalogueFileSystem::name).toList();
    }

    @Override
    public void flatMap(JobEvent event, Collector<ContentionInput> out) {
        if (event.getKind() != JobEventKind.START && event.getKind() != JobEventKind.END) {
            return;
        }
        boolean starts = event.getKind() == JobEventKind.START;
        String jobId = event.getRawJobId() == null ? event.getJobId() : Long.toString(event.getRawJobId());
        ScheduledJob job = new ScheduledJob(
                JobIdentity.numberOf(jobId),
                event.getUser() == null ? "" : event.getUser(),
                event.getNodes() == null ? 0 : event.getNodes(),
                millis(starts ? event.getTime() : event.getStartTime()),
                millis(starts ? null : event.getTime()));
        long time = event.getTime().plus(JobDelays.EVENTS).toEpochMilli();
        for (String fileSystem : fileSystems) {
            out.collect(new ContentionInput(fileSystem, time, job));
        }
    }

    private static long millis(Instant time) {
        return time == null ? TrackedEvent.NONE : time.toEpochMilli();
    }
}
