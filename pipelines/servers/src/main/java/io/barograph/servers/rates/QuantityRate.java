package io.barograph.servers.rates;

/**
 * The rate of one quantity on a file system in a span of time.
 *
 * @param perSecond amount per second, all servers; not scaled up where servers are missing
 * @param servers how the rates, per second, are distributed over the servers
 * @param zeroFraction pairs of server and interval that moved nothing / pairs of which something is known
 */
public record QuantityRate(
        long total,
        double perSecond,
        double smallestPerSecond,
        double largestPerSecond,
        ServerDistribution servers,
        double zeroFraction) {}
