package io.barograph.contention.cost;

/**
 * What a job moved in one minute, according to job statistics, on all servers or on one that is busy.
 *
 * @param server name within the file system; empty for all servers
 * @param begin begin of the minute, milliseconds since the epoch
 * @param missingFraction part of the minute that the servers do not report, 0 to 1
 */
public record JobMinuteLoad(
        String server,
        String jobId,
        String executable,
        String user,
        long begin,
        long readBytes,
        long writeBytes,
        long operations,
        double missingFraction) {}
