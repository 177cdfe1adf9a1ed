package io.barograph.contention.load;

/**
 * A time for which the smoothed rate stayed above a level.
 *
 * @param onset label of its first interval at or above the threshold
 * @param peak label of the interval with the highest smoothed rate by now
 * @param until label of the last interval that is known not to have been below the level to close
 * @param intervals number of such intervals; those that are not known do not count
 */
public record LoadEpisode(long onset, double threshold, long peak, double peakPerSecond, long until, int intervals) {}
