package io.barograph.sources.slurm;

import io.barograph.runtime.CollectorContext;
import io.barograph.runtime.CollectorType;
import io.barograph.runtime.SourceCollector;
import java.time.Duration;

/** Starts, ends and states of Slurm's jobs: polled by {@code sacct}, from saved text, or from Slurm's own topics. */
public final class SlurmCollectorType extends CollectorType<SlurmOptions> {
    /** For {@link java.util.ServiceLoader}. */
    public SlurmCollectorType() {
        super(
                "slurm",
                "Slurm's jobs (sacct, saved sacct text, jobcomp/kafka) to job-events",
                SlurmOptions.class,
                options -> options.file() == null && options.topic() == null ? options.interval() : Duration.ZERO,
                SlurmCollectorType::collector,
                "slurm --dry-run",
                "slurm --file jobs.txt --time-zone America/Los_Angeles",
                "slurm --topic mycluster,mycluster-job-start --topic-servers kafka1:9092");
    }

    private static SourceCollector collector(SlurmOptions options, CollectorContext context) {
        JobEventFactory events = new JobEventFactory(options.nodeCoordinates(), context.notes());
        if (options.file() != null) {
            return new SacctFileCollector(options.file(), options.timeZone(), events, context);
        }
        return options.topic() == null
                ? new SacctCollector(options, events, context)
                : new JobcompCollector(options, events, context);
    }
}
