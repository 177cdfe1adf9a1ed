package io.barograph.lab.simulator;

import io.barograph.schemas.FileSystem;
import java.time.Duration;

/**
 * How a simulated site is watched.
 *
 * @param samplingInterval interval between two samples of a server; samples lie at its multiples since the epoch
 * @param schedulerEvents true if the scheduler tells of starts and ends of jobs
 * @param probeHosts number of hosts that probe each file system; 0 for no probes
 * @param probeInterval interval between two slots of a probe
 * @param probeTimeout after that an operation of a probe is given up
 * @param jobStatisticsInterval interval between two polls of job_stats; zero for none
 * @param jobStatisticsExpiry an entry of job_stats that has not changed for that long is dropped
 * @param disturbances what goes wrong
 */
public record Observation(
        Duration samplingInterval,
        boolean schedulerEvents,
        int probeHosts,
        Duration probeInterval,
        Duration probeTimeout,
        Duration jobStatisticsInterval,
        Duration jobStatisticsExpiry,
        Disturbances disturbances) {

    /** Server samples every 5 s and Darshan logs, nothing else. */
    public static final Observation SAMPLES_AND_LOGS = new Observation(
            FileSystem.DEFAULT_SAMPLING_INTERVAL,
            false,
            0,
            Duration.ofSeconds(1),
            Duration.ofSeconds(60),
            Duration.ZERO,
            Duration.ofMinutes(10),
            Disturbances.NONE);

    /** Server samples every 5 s, logs, scheduler, two probing hosts for each file system, job_stats every 30 s. */
    public static final Observation EVERYTHING =
            SAMPLES_AND_LOGS.withSchedulerEvents().withProbes(2).withJobStatistics(Duration.ofSeconds(30));

    /** Checks the durations. */
    public Observation {
        requirePositive("samplingInterval", samplingInterval);
        requirePositive("probeInterval", probeInterval);
        requirePositive("probeTimeout", probeTimeout);
        requirePositive("jobStatisticsExpiry", jobStatisticsExpiry);
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

    /** @return the same, with that interval between samples */
    public Observation withSamplingInterval(Duration interval) {
        return new Observation(
                interval,
                schedulerEvents,
                probeHosts,
                probeInterval,
                probeTimeout,
                jobStatisticsInterval,
                jobStatisticsExpiry,
                disturbances);
    }

    /** @return the same, with scheduler events */
    public Observation withSchedulerEvents() {
        return new Observation(
                samplingInterval,
                true,
                probeHosts,
                probeInterval,
                probeTimeout,
                jobStatisticsInterval,
                jobStatisticsExpiry,
                disturbances);
    }

    /** @return the same, with that many probing hosts for each file system */
    public Observation withProbes(int hosts) {
        return new Observation(
                samplingInterval,
                schedulerEvents,
                hosts,
                probeInterval,
                probeTimeout,
                jobStatisticsInterval,
                jobStatisticsExpiry,
                disturbances);
    }

    /** @return the same, with job_stats polled at that interval, or not at all if it is zero */
    public Observation withJobStatistics(Duration interval) {
        return new Observation(
                samplingInterval,
                schedulerEvents,
                probeHosts,
                probeInterval,
                probeTimeout,
                interval,
                jobStatisticsExpiry,
                disturbances);
    }

    /** @return the same, with those disturbances */
    public Observation withDisturbances(Disturbances changed) {
        return new Observation(
                samplingInterval,
                schedulerEvents,
                probeHosts,
                probeInterval,
                probeTimeout,
                jobStatisticsInterval,
                jobStatisticsExpiry,
                changed);
    }

    private static void requirePositive(String name, Duration duration) {
        if (duration.toMillis() <= 0) {
            throw new IllegalArgumentException(name + " must be at least 1 ms, not " + duration);
        }
    }
}
