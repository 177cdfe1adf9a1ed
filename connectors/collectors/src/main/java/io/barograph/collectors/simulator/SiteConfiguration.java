package io.barograph.collectors.simulator;

import io.barograph.schemas.FileSystem;
import io.barograph.schemas.FileSystemCatalogue;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/**
 * The site to be simulated.
 *
 * @param fileSystems the file systems
 * @param samplingInterval interval between two samples of a server; samples lie at its multiples since the epoch
 * @param meanJobInterval mean time between two arrivals of instrumented jobs, over the site
 * @param meanNeighbourInterval mean time between two arrivals of jobs without Darshan log, per file system
 * @param shortestJob shortest planned run time of a job; the real one depends on the competition
 * @param longestJob longest planned run time of a job
 */
public record SiteConfiguration(
        List<OstFileSystem> fileSystems,
        Duration samplingInterval,
        Duration meanJobInterval,
        Duration meanNeighbourInterval,
        Duration shortestJob,
        Duration longestJob) {

    /**
     * One file system.
     *
     * @param name name in the catalogue
     * @param mountPoint where jobs see it
     * @param osts number of OSTs
     * @param ostsPerOss number of OSTs that share one host
     * @param ostBytesPerSecond bandwidth of one OST, reads and writes together
     * @param ostKibibytes capacity of one OST, KiB
     */
    public record OstFileSystem(
            String name, String mountPoint, int osts, int ostsPerOss, long ostBytesPerSecond, long ostKibibytes) {

        /** Checks the sizes. */
        public OstFileSystem {
            if (osts < 1 || ostsPerOss < 1) {
                throw new IllegalArgumentException("file system " + name
                        + ": osts and ostsPerOss must be at least 1, not " + osts + " and " + ostsPerOss);
            }
            if (ostBytesPerSecond < 1_000_000 || ostKibibytes < 1_000_000) {
                throw new IllegalArgumentException("file system " + name
                        + ": ostBytesPerSecond and ostKibibytes must be at least 1000000, not " + ostBytesPerSecond
                        + " and " + ostKibibytes);
            }
        }
    }

    /** Checks the durations and copies the list. */
    public SiteConfiguration {
        fileSystems = List.copyOf(fileSystems);
        if (fileSystems.isEmpty()) {
            throw new IllegalArgumentException("a site needs at least one file system");
        }
        requirePositive("samplingInterval", samplingInterval);
        requirePositive("meanJobInterval", meanJobInterval);
        requirePositive("meanNeighbourInterval", meanNeighbourInterval);
        requirePositive("shortestJob", shortestJob);
        if (longestJob.compareTo(shortestJob) <= 0) {
            throw new IllegalArgumentException(
                    "longestJob must be longer than shortestJob (" + shortestJob + "), not " + longestJob);
        }
    }

    /**
     * @return the site of the demonstration: two file systems, of 8 and 4 OSTs, sampled every 5 s, on which a dozen jobs
     *     of 15 to 60 s end in two minutes
     */
    public static SiteConfiguration demo() {
        return new SiteConfiguration(
                List.of(
                        new OstFileSystem("sim-scratch", "/sim/scratch", 8, 2, 500_000_000L, 32L << 30),
                        new OstFileSystem("sim-projects", "/sim/projects", 4, 2, 250_000_000L, 16L << 30)),
                FileSystem.DEFAULT_SAMPLING_INTERVAL,
                Duration.ofSeconds(8),
                Duration.ofSeconds(45),
                Duration.ofSeconds(15),
                Duration.ofSeconds(35));
    }

    /** @return the catalogue entries of the file systems */
    public FileSystemCatalogue catalogue() {
        return new FileSystemCatalogue(fileSystems.stream()
                .map(model -> new FileSystem(model.name(), Set.of(model.mountPoint()), samplingInterval, model.osts()))
                .toList());
    }

    private static void requirePositive(String name, Duration duration) {
        if (duration.toMillis() <= 0) {
            throw new IllegalArgumentException(name + " must be at least 1 ms, not " + duration);
        }
    }
}
