package io.barograph.jobs.analysis.coverage;

import io.barograph.analytics.volume.HistoryPolicy;
import io.barograph.schemas.FileSystem;
import io.barograph.schemas.FileSystemCatalogue;
import io.barograph.schemas.FileSystemUse;
import io.barograph.schemas.JobSummary;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.apache.flink.api.common.functions.FlatMapFunction;
import org.apache.flink.util.Collector;

/** Splits a summary by file system, and sets the event time of each decision. */
final class SummaryToRuns implements FlatMapFunction<JobSummary, Run> {
    private static final long serialVersionUID = 1L;

    private final FileSystemCatalogue catalogue;
    private final HistoryPolicy policy;

    SummaryToRuns(FileSystemCatalogue catalogue, HistoryPolicy policy) {
        this.catalogue = catalogue;
        this.policy = policy;
    }

    @Override
    public void flatMap(JobSummary summary, Collector<Run> out) {
        long startMicros = micros(summary.getStartTime());
        long endMicros = micros(summary.getEndTime());
        for (FileSystemUse use : summary.getFileSystems()) {
            FileSystem fileSystem = catalogue.orDefault(use.getFileSystem());
            long interval = fileSystem.samplingInterval().toMillis();
            long endMillis = -Math.floorDiv(-endMicros, 1_000);
            long decidedAt = Math.max(
                    summary.getCollectedAt().toEpochMilli(),
                    endMillis + interval + policy.lateness().toMillis());
            out.collect(new Run(
                    summary.getJobId(),
                    summary.getUser() == null ? "" : summary.getUser(),
                    summary.getExecutable(),
                    startMicros,
                    endMicros,
                    summary.getProcesses(),
                    summary.getNodes() == null ? -1 : summary.getNodes(),
                    fileSystem.name(),
                    use.getReadBytes(),
                    use.getWriteBytes(),
                    namedServers(use),
                    interval,
                    decidedAt));
        }
    }

    private static List<String> namedServers(FileSystemUse use) {
        return use.getOstsComplete() && use.getOsts() != null
                ? use.getOsts().stream().distinct().map(ServerNames::ofOst).toList()
                : List.of();
    }

    private static long micros(Instant instant) {
        return ChronoUnit.MICROS.between(Instant.EPOCH, instant);
    }
}
