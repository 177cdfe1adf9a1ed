package io.barograph.lab.simulator.plan;

import java.time.Duration;

/**
 * What goes wrong between a server and those who read of it. Nothing here changes what the jobs do. Polls of job_stats
 * are samples, too; one that is lost was not answered.
 *
 * @param lostSamples share of the server samples that are lost, each by itself
 * @param sampleJitter a host is asked up to that much after the nominal instant
 * @param lateSamples share of the server samples that are published late
 * @param latestSample late samples are published up to that much after their instant
 * @param duplicateSamples share of the server samples that are published twice
 * @param restartsPerHostAndDay mean number of restarts of a storage host in a day; its counters begin at zero then
 * @param hostClockSkew the clock of each storage host is off by up to that much, to either side
 * @param darshanClockSkew by how much the clocks of the compute nodes, and so Darshan's times, are ahead; may be negative
 * @param lateLogs share of the Darshan logs that come late
 * @param latestLog late logs come up to that much after the end of the job
 * @param missingLogs share of the Darshan logs that never come
 * @param wholeSeconds true if Darshan's times are whole seconds, as in log formats before 3.41
 */
public record CollectionDisturbances(
        double lostSamples,
        Duration sampleJitter,
        double lateSamples,
        Duration latestSample,
        double duplicateSamples,
        double restartsPerHostAndDay,
        Duration hostClockSkew,
        Duration darshanClockSkew,
        double lateLogs,
        Duration latestLog,
        double missingLogs,
        boolean wholeSeconds) {
    /** Everything works. */
    public static final CollectionDisturbances NONE = new CollectionDisturbances(
            0, Duration.ZERO, 0, Duration.ZERO, 0, 0, Duration.ZERO, Duration.ZERO, 0, Duration.ZERO, 0, false);

    /** A well-kept site. */
    public static final CollectionDisturbances MILD = new CollectionDisturbances(
            0.005,
            Duration.ofMillis(200),
            0.001,
            Duration.ofMinutes(1),
            0.001,
            0.1,
            Duration.ofMillis(100),
            Duration.ZERO,
            0.01,
            Duration.ofHours(2),
            0.05,
            false);

    /** 5 % lost samples, jitter of a second, resets, clocks off by up to 2 s, late and missing logs in whole seconds. */
    public static final CollectionDisturbances ROUGH = new CollectionDisturbances(
            0.05,
            Duration.ofSeconds(1),
            0.01,
            Duration.ofMinutes(2),
            0.01,
            1,
            Duration.ofSeconds(2),
            Duration.ofSeconds(1),
            0.05,
            Duration.ofHours(6),
            0.1,
            true);
}
