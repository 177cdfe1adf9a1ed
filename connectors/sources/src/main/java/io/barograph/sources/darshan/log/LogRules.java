package io.barograph.sources.darshan.log;

import io.barograph.sources.darshan.record.IoModule;
import io.barograph.sources.darshan.record.SummedCounter;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/** What holds for every run as a whole. A log that breaks one of these rules is refused: none of its values is sure. */
public final class LogRules {
    /** More than any machine has had; the largest runs had some ten million. */
    private static final long MAX_PROCESSES = 50_000_000;

    /** 2008-01-01, before the first version of Darshan. */
    private static final long MIN_START_SECONDS = 1_199_145_600;

    private static final Duration MAX_RUN = Duration.ofDays(366);
    private static final long MAX_USER = 0xFFFF_FFFFL;

    /** How far the clock of a compute node may be ahead of the collector's. */
    private static final Duration MAX_AHEAD = Duration.ofHours(1);

    /** Bytes a second of one process, with all of its threads: what the memory of one node delivers. */
    private static final double MAX_BYTES_PER_PROCESS_SECOND = 1e12;

    /** Operations a second of one process: one a nanosecond. */
    private static final double MAX_OPERATIONS_PER_PROCESS_SECOND = 1e9;

    private LogRules() {}

    /** @return what is impossible about a job record */
    public static Optional<String> job(JobRecord job) {
        boolean possible = job.processes() > 0
                && job.processes() <= MAX_PROCESSES
                && job.user() >= 0
                && job.user() <= MAX_USER
                && job.startSeconds() >= MIN_START_SECONDS
                && areNanos(job.startNanos())
                && areNanos(job.endNanos())
                && isRun(job);
        return possible
                ? Optional.empty()
                : Optional.of("its job record is impossible: user " + job.user() + ", " + job.processes()
                        + " processes, start " + job.startSeconds() + " s " + job.startNanos() + " ns, end "
                        + job.endSeconds() + " s " + job.endNanos() + " ns");
    }

    private static boolean isRun(JobRecord job) {
        boolean inOrder = job.startSeconds() < job.endSeconds()
                || (job.startSeconds() == job.endSeconds() && job.startNanos() <= job.endNanos());
        return inOrder && job.endSeconds() - job.startSeconds() <= MAX_RUN.toSeconds();
    }

    private static boolean areNanos(long nanos) {
        return nanos >= 0 && nanos < 1_000_000_000;
    }

    /** @return that the run ends in the future */
    public static Optional<String> time(JobRecord job, Instant now) {
        Instant end = job.end();
        return end.isAfter(now.plus(MAX_AHEAD))
                ? Optional.of("its run ends at " + end + ", after the present (" + now
                        + "): set the clock of the compute nodes or of this host")
                : Optional.empty();
    }

    /** @return which sum of a module no run of this size and length can reach */
    public static Optional<String> totals(IoModule module, IoTotals totals, long processes, double runTimeSeconds) {
        // Times are rounded; the shortest runs read from memory what they wrote.
        double processSeconds = processes * (runTimeSeconds + 1);
        for (Map.Entry<SummedCounter, Long> sum : totals.counters().entrySet()) {
            boolean bytes = sum.getKey() == SummedCounter.READ_BYTES || sum.getKey() == SummedCounter.WRITE_BYTES;
            double most = processSeconds * (bytes ? MAX_BYTES_PER_PROCESS_SECOND : MAX_OPERATIONS_PER_PROCESS_SECOND);
            if (sum.getValue() > most) {
                return Optional.of("its values are impossible: module " + module.darshanName() + " has "
                        + module.counters().get(sum.getKey()) + " of " + sum.getValue() + ", more than " + processes
                        + " processes can do in " + runTimeSeconds + " s");
            }
        }
        return Optional.empty();
    }
}
