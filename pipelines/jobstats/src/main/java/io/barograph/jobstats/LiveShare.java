package io.barograph.jobstats;

import io.barograph.schemas.CoverageLimits;

/** Live coverage factors: what a job moved / what servers moved in the same time, both from the same polls. */
public final class LiveShare {
    /** A run's live coverage factor is taken over at least that many minutes. */
    public static final int MIN_MINUTES = 3;

    private LiveShare() {}

    /**
     * @param ofJob bytes or operations of a job
     * @return the quotient; null if the servers moved nothing
     */
    public static Double of(long ofJob, long ofServers) {
        return ofServers == 0 ? null : (double) ofJob / ofServers;
    }

    /**
     * @param moved what the job of a run moved in some whole minutes of it
     * @return coverage factor of bandwidth over all OSTs; null if there are fewer than {@value #MIN_MINUTES} minutes,
     *     if more than 10 % of the time of the OSTs is missing, or if they moved nothing
     */
    public static Double ofRun(JobTraffic moved, ServerTotals servers, long minutes) {
        return minutes < MIN_MINUTES || servers.missingFraction() > CoverageLimits.MISSING_ABOVE
                ? null
                : of(moved.bytes(), servers.moved().bytes());
    }
}
