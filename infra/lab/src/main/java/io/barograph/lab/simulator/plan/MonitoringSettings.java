package io.barograph.lab.simulator.plan;

import io.barograph.schemas.CatalogueFileSystem;
import java.time.Duration;

/**
 * How a simulated site is watched.
 *
 * @param samplingInterval interval between two samples of a server; samples lie at its multiples since the epoch
 * @param schedulerEvents true if the scheduler reports starts and ends of jobs
 * @param probeHosts number of hosts that probe each file system; 0 for no probes
 * @param probeInterval interval between two slots of a probe
 * @param probeTimeout after that an operation of a probe is given up
 * @param jobStatisticsInterval interval between two polls of job_stats; zero for none
 */
public record MonitoringSettings(
        Duration samplingInterval,
        boolean schedulerEvents,
        int probeHosts,
        Duration probeInterval,
        Duration probeTimeout,
        Duration jobStatisticsInterval,
        CollectionDisturbances disturbances) {
    /** Server samples every 5 s and Darshan logs, nothing else. */
    public static final MonitoringSettings SAMPLES_AND_LOGS = new MonitoringSettings(
            CatalogueFileSystem.DEFAULT_SAMPLING_INTERVAL, false, 0, Duration.ZERO, CollectionDisturbances.NONE);

    /** Server samples every 5 s, logs, scheduler, two probing hosts for each file system, job_stats every 30 s. */
    public static final MonitoringSettings EVERYTHING = new MonitoringSettings(
            CatalogueFileSystem.DEFAULT_SAMPLING_INTERVAL,
            true,
            2,
            Duration.ofSeconds(30),
            CollectionDisturbances.NONE);

    /** Probes every second that are given up after a minute. */
    public MonitoringSettings(
            Duration samplingInterval,
            boolean schedulerEvents,
            int probeHosts,
            Duration jobStatisticsInterval,
            CollectionDisturbances disturbances) {
        this(
                samplingInterval,
                schedulerEvents,
                probeHosts,
                Duration.ofSeconds(1),
                Duration.ofSeconds(60),
                jobStatisticsInterval,
                disturbances);
    }

    public MonitoringSettings {
        requirePositive("samplingInterval", samplingInterval);
        requirePositive("probeInterval", probeInterval);
        requirePositive("probeTimeout", probeTimeout);
        if (!jobStatisticsInterval.isZero()) {
            requirePositive("jobStatisticsInterval", jobStatisticsInterval);
        }
        if (probeHosts < 0) {
            throw new IllegalArgumentException("probeHosts must not be negative, but is " + probeHosts);
        }
        if (disturbances.sampleJitter().compareTo(samplingInterval) >= 0) {
            throw new IllegalArgumentException("sampleJitter (" + disturbances.sampleJitter()
                    + ") must be shorter than samplingInterval (" + samplingInterval + ")");
        }
    }

    public MonitoringSettings withDisturbances(CollectionDisturbances changed) {
        return new MonitoringSettings(
                samplingInterval,
                schedulerEvents,
                probeHosts,
                probeInterval,
                probeTimeout,
                jobStatisticsInterval,
                changed);
    }

    private static void requirePositive(String name, Duration duration) {
        if (duration.toMillis() <= 0) {
            throw new IllegalArgumentException(name + " must be at least 1 ms, not " + duration);
        }
    }
}
