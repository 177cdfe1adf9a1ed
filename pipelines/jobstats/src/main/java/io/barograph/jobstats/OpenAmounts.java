package io.barograph.jobstats;

/**
 * What is not known of a job's share: by how much the amount of the job, and that of all others, may be smaller or larger
 * than what was counted. All of it is taken to be wrong at once, in the direction that hurts most.
 *
 * @param jobLess how much less the job may have moved, bytes or operations
 * @param othersLess how much less all others may have moved
 */
public record OpenAmounts(double jobLess, double jobMore, double othersLess, double othersMore) {
    /**
     * @return by how much the share of the job can be wrong at most, relative to the true one; infinite if that may be
     *     0
     */
    public double largestError(long ofJob, long ofServers) {
        double others = (double) Math.max(0, ofServers - ofJob);
        double counted = share((double) ofJob, others);
        double least = share(Math.max(0, ofJob - jobLess), others + othersMore);
        double most = share(ofJob + jobMore, Math.max(0, others - othersLess));
        double tooMuch = counted == least ? 0 : counted / least - 1;
        double tooLittle = counted == most ? 0 : 1 - counted / most;
        return Math.max(tooMuch, tooLittle);
    }

    private static double share(double ofJob, double ofOthers) {
        return ofJob == 0 ? 0 : ofJob / (ofJob + ofOthers);
    }
}
