package io.barograph.lab.simulator;

import io.barograph.lab.simulator.plan.CollectionDisturbances;
import io.barograph.lab.simulator.plan.JobPlan.Darshan;
import io.barograph.lab.simulator.plan.MicroTime;
import io.barograph.lab.simulator.server.RunningJob;
import io.barograph.schemas.JobSummary;
import io.barograph.schemas.Topic;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.SplittableRandom;

/** The Darshan logs of jobs that ended well, as they are taken in: 1 to 3 s after the end of the job, or late, or never. */
final class SimulatedDarshanLogs {
    private static final String FORMAT_WITH_NANOSECONDS = "3.41";
    private static final String FORMAT_WITH_WHOLE_SECONDS = "3.21";

    private final CollectionDisturbances disturbances;
    private final PublicationQueue publications;
    private final SplittableRandom random;
    private final SplittableRandom lossRandom;
    private final long skewMicros;

    SimulatedDarshanLogs(CollectionDisturbances disturbances, PublicationQueue publications, SplittableRandom random) {
        this.disturbances = disturbances;
        this.publications = publications;
        this.random = random;
        this.lossRandom = random.split();
        this.skewMicros = MicroTime.micros(disturbances.darshanClockSkew());
    }

    /** @return true if its log comes */
    boolean end(RunningJob job, long endMicros) {
        double missing = lossRandom.nextDouble();
        double late = lossRandom.nextDouble();
        double lateness = lossRandom.nextDouble();
        long delayMillis = random.nextLong(1000, 3000);
        if (job.plan().darshan() == Darshan.NO_LOG
                || job.state() != RunningJob.State.COMPLETED
                || missing < disturbances.missingLogs()) {
            return false;
        }
        if (late < disturbances.lateLogs()) {
            delayMillis += Math.round(lateness * disturbances.latestLog().toMillis());
        }
        long collectedMillis = MicroTime.millisUp(endMicros) + delayMillis;
        publications.add(
                collectedMillis * 1000,
                Topic.JOB_SUMMARIES,
                summary(job, endMicros, Instant.ofEpochMilli(collectedMillis)));
        return true;
    }

    /** Before format 3.41 a log has whole seconds, and the run time is end - start + 1. */
    private JobSummary summary(RunningJob job, long endMicros, Instant collectedAt) {
        Instant start = MicroTime.instant(job.startMicros() + skewMicros);
        Instant end = MicroTime.instant(endMicros + skewMicros);
        if (disturbances.wholeSeconds()) {
            start = start.truncatedTo(ChronoUnit.SECONDS);
            end = end.truncatedTo(ChronoUnit.SECONDS);
            double seconds = ChronoUnit.SECONDS.between(start, end) + 1;
            return SimulatorRecords.summary(job, start, end, seconds, FORMAT_WITH_WHOLE_SECONDS, collectedAt);
        }
        double seconds = (endMicros - job.startMicros()) / 1e6;
        return SimulatorRecords.summary(job, start, end, seconds, FORMAT_WITH_NANOSECONDS, collectedAt);
    }
}
