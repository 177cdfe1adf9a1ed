package io.barograph.contention;

/**
 * A live slowdown of one operation.
 *
 * @param time end of its window, milliseconds since the epoch
 * @param server server that the operations went to; empty for the file system
 * @param slowdown how many times slower than expected, over the hosts that agree with each other
 * @param calmMinutes calm minutes that what is expected rests on
 * @param hosts probing hosts that timed the operation
 * @param slowClient of the file system: true if a host is slower than the others
 */
public record SlowdownSample(
        long time, String operation, String server, double slowdown, int calmMinutes, int hosts, boolean slowClient) {}
