package io.barograph.analytics.coverage;

import java.util.Collection;

/**
 * The batch jobs that ran while a run did.
 *
 * @param jobs their number, that of the run included
 * @param nodes their nodes, of the jobs of which the scheduler states the number
 * @param nodeHours their node-hours within the run
 */
public record Concurrency(int jobs, long nodes, double nodeHours) {
    private static final double HOUR = 3_600_000;

    /**
     * One batch job.
     *
     * @param from start, milliseconds since the epoch
     * @param to end, milliseconds since the epoch; {@link Long#MAX_VALUE} while it runs
     * @param nodes number of nodes; 0 if the scheduler does not say
     */
    public record Job(long from, long to, int nodes) {}

    /**
     * @param jobs batch jobs
     * @param from start of the run, milliseconds since the epoch
     * @param to end of the run
     * @return those of them that ran at any instant of [from, to]
     */
    public static Concurrency of(Collection<Job> jobs, long from, long to) {
        int count = 0;
        long nodes = 0;
        double nodeMillis = 0;
        for (Job job : jobs) {
            if (job.from <= to && job.to >= from) {
                count++;
                nodes += job.nodes;
                nodeMillis += (double) job.nodes * (Math.min(job.to, to) - Math.max(job.from, from));
            }
        }
        return new Concurrency(count, nodes, nodeMillis / HOUR);
    }

    /**
     * @param nodesOfRun nodes of the run
     * @param from start of the run, milliseconds since the epoch
     * @param to end of the run
     * @return coverage factor of node-hours; null if no job's node-hours are known
     */
    public Double coverage(int nodesOfRun, long from, long to) {
        return nodeHours > 0 ? nodesOfRun * ((to - from) / HOUR) / nodeHours : null;
    }
}
