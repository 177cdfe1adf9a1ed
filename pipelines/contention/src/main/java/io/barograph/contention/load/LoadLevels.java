package io.barograph.contention.load;

/**
 * What is much load for a file system.
 *
 * @param busy 75th percentile of its rates, per second
 * @param high 95th percentile of its rates, per second: the threshold of events
 * @param provisional true if the climate is too young, and both are the fallback
 */
public record LoadLevels(double busy, double high, boolean provisional) {}
