package io.barograph.contention.cost;

/**
 * How a run compares with its climate.
 *
 * @param performance bytes / I/O time of the slowest rank; NaN if not known
 * @param usualPerformance median of its climate; NaN if there is none
 * @param harmed true if it is an anomaly with a coverage factor in the worst quarter of its climate: others made the
 *     load
 */
public record RunVerdict(
        String identity, String application, double performance, double usualPerformance, boolean harmed) {}
