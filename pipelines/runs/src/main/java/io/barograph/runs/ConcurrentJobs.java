package io.barograph.runs;

/**
 * The batch jobs that ran while a run did.
 *
 * @param jobs their number, that of the run included
 * @param nodes their nodes, of the jobs of which the scheduler states the number
 */
public record ConcurrentJobs(int jobs, long nodes, double nodeHours) {
    /**
     * More nodes at once than any site has. Times the longest run in milliseconds they stay within 64 bits; with more,
     * which events of jobs that there never were can claim, nothing is known.
     */
    public static final long MAX_NODES = 100_000_000;

    private static final double HOUR = 3_600_000;

    /** @return true if the nodes, and so the node-hours, can be those of a site */
    public boolean hasPlausibleNodes() {
        return nodes >= 0 && nodes <= MAX_NODES;
    }

    /**
     * @param from start of the run, milliseconds since the epoch
     * @return coverage factor of node-hours; null if no job's node-hours are known
     */
    public Double coverage(int nodesOfRun, long from, long to) {
        return nodeHours > 0 ? nodesOfRun * ((to - from) / HOUR) / nodeHours : null;
    }
}
