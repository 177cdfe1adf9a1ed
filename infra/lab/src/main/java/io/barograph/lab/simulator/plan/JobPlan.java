package io.barograph.lab.simulator.plan;

import java.util.List;

/**
 * What a job is going to do.
 *
 * @param filePerProcess true if each process has its own file, false if all share one
 * @param darshan which log the job leaves if it ends well
 * @param walltimeMicros time after which the scheduler ends it, microseconds; 0 if it does not
 * @param failureMicros time after which it fails, microseconds; 0 if it does not
 */
public record JobPlan(
        String jobId,
        String user,
        String executable,
        int processes,
        int nodes,
        boolean filePerProcess,
        Darshan darshan,
        long walltimeMicros,
        long failureMicros,
        List<JobPhase> phases) {
    /** What Darshan reports of a job. */
    public enum Darshan {
        /** Nothing: the job is not instrumented. */
        NO_LOG,
        /** A log that does not name the OSTs. */
        LOG,
        /** A log that names the OSTs of all files. */
        LOG_WITH_OSTS
    }

    public JobPlan {
        phases = List.copyOf(phases);
    }

    /** @return the phases that load servers, in order */
    public List<JobPhase.InputOutput> inputOutput() {
        return phases.stream()
                .filter(JobPhase.InputOutput.class::isInstance)
                .map(JobPhase.InputOutput.class::cast)
                .toList();
    }
}
