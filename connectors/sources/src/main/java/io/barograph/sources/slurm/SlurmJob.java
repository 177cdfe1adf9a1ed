package io.barograph.sources.slurm;

import java.time.Instant;
import java.util.List;

/**
 * One run of a job as Slurm reports it, by {@code sacct} or by its plugin. Null means that it does not say.
 *
 * @param hetJobId number of the heterogeneous job that it is a component of
 * @param start when it started, also where that is only expected
 * @param end when it ended, also where that is only expected
 * @param nodeNames names of the nodes; empty if it has none
 * @param restarts how often it has been requeued before
 */
record SlurmJob(
        SlurmJobId id,
        Long rawId,
        Long hetJobId,
        SlurmState state,
        String exitCode,
        Instant submit,
        Instant start,
        Instant end,
        String user,
        String account,
        String partition,
        String cluster,
        String name,
        Integer nodes,
        List<String> nodeNames,
        int restarts) {
    /** True if it ran at all: a job that was cancelled while it waited has times, but never had nodes. */
    boolean hasRun() {
        return start != null && state.hasStarted() && !(state.hasEnded() && nodeNames != null && nodeNames.isEmpty());
    }

    boolean hasEnded() {
        return end != null && state.hasEnded();
    }
}
