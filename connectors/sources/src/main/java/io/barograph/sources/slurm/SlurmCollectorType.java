package io.barograph.sources.slurm;

import io.barograph.runtime.CollectorContext;
import io.barograph.runtime.CollectorType;
import io.barograph.runtime.SourceCollector;
import java.time.Duration;
import java.util.List;

/** Starts, ends and states of Slurm's jobs: polled by {@code sacct}, from saved text, or from Slurm's own topics. */
public final class SlurmCollectorType implements CollectorType<SlurmOptions> {
    @Override
    public String name() {
        return "slurm";
    }

    @Override
    public String summary() {
        return "Slurm's jobs (sacct, saved sacct text, jobcomp/kafka) to job-events";
    }

    @Override
    public List<String> examples() {
        return List.of(
                "slurm --dry-run",
                "slurm --file jobs.txt --time-zone America/Los_Angeles",
                "slurm --topic mycluster,mycluster-job-start --topic-servers kafka1:9092");
    }

    @Override
    public Class<SlurmOptions> options() {
        return SlurmOptions.class;
    }

    @Override
    public Duration interval(SlurmOptions options) {
        return options.file() == null && options.topic() == null ? options.interval() : Duration.ZERO;
    }

    @Override
    public SourceCollector create(SlurmOptions options, CollectorContext context) {
        JobEventFactory events = new JobEventFactory(
                () -> options.nodeCoordinates() == null
                        ? NodeCoordinates.none()
                        : NodeCoordinates.read(options.nodeCoordinates()),
                context.notes());
        if (options.file() != null) {
            return new SacctFileCollector(options.file(), options.timeZone(), events, context);
        }
        return options.topic() == null
                ? new SacctCollector(options, events, context)
                : new JobcompCollector(options, events, context);
    }
}
