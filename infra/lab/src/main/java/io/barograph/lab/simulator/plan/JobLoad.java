package io.barograph.lab.simulator.plan;

import java.time.Duration;

/**
 * The jobs of a simulated site: how many, how long, how demanding.
 *
 * @param meanJobInterval mean time between two arrivals of instrumented jobs, over the site; zero for none
 * @param meanNeighbourInterval mean time between two arrivals of jobs without Darshan log, per file system; zero for none
 * @param shortestJob shortest planned run time of a job; the real one depends on the competition
 * @param longestJob longest planned run time of a job
 * @param shortestNeighbour shortest planned run time of a job without Darshan log
 * @param longestNeighbour longest planned run time of a job without Darshan log
 * @param leastDemand what a job's clients can ask of each server that it uses at least, as a share of its capacity
 * @param greatestDemand what they can ask at most, as a share
 * @param computeShare share of its run time that a job computes, 0 to less than 1
 * @param failingJobs share of the jobs that fail half way and leave no log
 * @param walltimes true if the scheduler ends jobs that run 1.5 to 4 times as long as planned; they leave no log
 */
public record JobLoad(
        Duration meanJobInterval,
        Duration meanNeighbourInterval,
        Duration shortestJob,
        Duration longestJob,
        Duration shortestNeighbour,
        Duration longestNeighbour,
        double leastDemand,
        double greatestDemand,
        double computeShare,
        double failingJobs,
        boolean walltimes) {
    /** A site without jobs, but for those that faults and checkpoint jobs bring. */
    public static final JobLoad NONE = new JobLoad(
            Duration.ZERO,
            Duration.ZERO,
            Duration.ofMinutes(1),
            Duration.ofMinutes(2),
            Duration.ofMinutes(1),
            Duration.ofMinutes(2),
            0.1,
            0.2,
            0.5,
            0,
            false);

    public JobLoad {
        requireNotNegative("meanJobInterval", meanJobInterval);
        requireNotNegative("meanNeighbourInterval", meanNeighbourInterval);
        requireRange("Job", shortestJob, longestJob);
        requireRange("Neighbour", shortestNeighbour, longestNeighbour);
        if (!(leastDemand > 0 && leastDemand < greatestDemand && greatestDemand <= 1)) {
            throw new IllegalArgumentException("leastDemand must be above 0, below greatestDemand, and that at most 1;"
                    + " not " + leastDemand + " and " + greatestDemand);
        }
        if (!(computeShare >= 0 && computeShare < 1 && failingJobs >= 0 && failingJobs <= 1)) {
            throw new IllegalArgumentException("computeShare must be from 0 to less than 1 and failingJobs from 0 to 1;"
                    + " not " + computeShare + " and " + failingJobs);
        }
    }

    /**
     * Jobs whose demand is such that the servers are in use to the wanted degree over a long time.
     *
     * @param meanJobInterval mean time between two arrivals of jobs per file system; three in four have a Darshan log
     * @param utilisation mean use of the servers' bandwidth, 0 to 1, about
     */
    public static JobLoad of(
            Duration meanJobInterval, Duration shortestJob, Duration longestJob, double utilisation, int fileSystems) {
        double computeShare = 0.85;
        double meanSeconds = shortestJob.plus(longestJob).toMillis() / 2e3;
        double transferring = meanSeconds * (1 - computeShare) / (meanJobInterval.toNanos() / 1e9);
        double demand = Math.min(0.6, utilisation / (transferring * JobMix.MEAN_COVERAGE * JobMix.UNHINDERED_SHARE));
        return new JobLoad(
                scaled(meanJobInterval, 4.0 / 3 / fileSystems),
                scaled(meanJobInterval, 4),
                shortestJob,
                longestJob,
                scaled(shortestJob, 1 - computeShare),
                scaled(longestJob, 1 - computeShare),
                demand / 2,
                demand * 1.5,
                computeShare,
                0.01,
                true);
    }

    private static Duration scaled(Duration duration, double factor) {
        return Duration.ofMillis(Math.round(duration.toMillis() * factor));
    }

    private static void requireNotNegative(String name, Duration duration) {
        if (duration.isNegative() || (!duration.isZero() && duration.toMillis() == 0)) {
            throw new IllegalArgumentException(name + " must be 0, or at least 1 ms, not " + duration);
        }
    }

    private static void requireRange(String what, Duration shortest, Duration longest) {
        if (shortest.toMillis() <= 0) {
            throw new IllegalArgumentException("shortest" + what + " must be at least 1 ms, not " + shortest);
        }
        if (longest.compareTo(shortest) <= 0) {
            throw new IllegalArgumentException(
                    "longest" + what + " must be longer than shortest" + what + " (" + shortest + "), not " + longest);
        }
    }
}
