package io.barograph.analytics.coverage;

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
     * @param nodesOfRun nodes of the run
     * @param from start of the run, milliseconds since the epoch
     * @param to end of the run
     * @return coverage factor of node-hours; null if no job's node-hours are known
     */
    public Double coverage(int nodesOfRun, long from, long to) {
        return nodeHours > 0 ? nodesOfRun * ((to - from) / HOUR) / nodeHours : null;
    }
}
