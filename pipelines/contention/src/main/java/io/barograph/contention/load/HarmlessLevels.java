package io.barograph.contention.load;

/**
 * What load a file system bears without harm.
 *
 * @param busy 75th percentile, per second: below it, the load does not explain slowness
 * @param high 95th percentile, at least 1.2 times {@code busy}, per second: above it, a load explains slowness that
 *     begins with it
 * @param most 99.9th percentile, at least 1.2 times {@code busy}, per second: above it, a load explains slowness whenever
 *     it began
 * @param provisional true if less than a day is known
 */
public record HarmlessLevels(double busy, double high, double most, boolean provisional) {}
