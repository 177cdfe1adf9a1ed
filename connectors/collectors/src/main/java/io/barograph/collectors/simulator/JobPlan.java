package io.barograph.collectors.simulator;

import java.util.List;

/**
 * What a job is going to do.
 *
 * @param jobId job id
 * @param user user name
 * @param executable name of the executable
 * @param processes number of processes
 * @param nodes number of nodes
 * @param filePerProcess true if each process has its own file, false if all share one
 * @param darshan which log the job leaves
 * @param phases its phases in order
 */
record JobPlan(
        String jobId,
        String user,
        String executable,
        int processes,
        int nodes,
        boolean filePerProcess,
        Darshan darshan,
        List<Phase> phases) {

    /** What Darshan tells of a job. */
    enum Darshan {
        /** Nothing: the job is not instrumented. */
        NO_LOG,
        /** A log that does not name the OSTs. */
        LOG,
        /** A log that names the OSTs of all files. */
        LOG_WITH_OSTS
    }

    JobPlan {
        phases = List.copyOf(phases);
    }

    /** @return the phases that move bytes, in order */
    List<Phase.Transfer> transfers() {
        return phases.stream()
                .filter(Phase.Transfer.class::isInstance)
                .map(Phase.Transfer.class::cast)
                .toList();
    }
}
