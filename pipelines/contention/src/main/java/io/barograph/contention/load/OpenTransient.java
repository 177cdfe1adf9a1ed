package io.barograph.contention.load;

/**
 * A transient as far as it is known by now. {@code onset}, {@code openedAt} and {@code threshold} stay; all else may
 * change until it is closed.
 *
 * @param onset label of the first interval that was certain to be above the threshold when the event was opened
 * @param openedAt label of the interval with which that became certain
 * @param threshold that it is above, per second
 * @param start begin, milliseconds since the epoch; the minimum before it, or the onset while that is not reached
 * @param peak label of the interval with the highest smoothed rate by now
 * @param amount moved from {@code start} to {@code until} in the intervals that are known
 */
public record OpenTransient(
        long onset,
        long openedAt,
        double threshold,
        long start,
        long peak,
        double peakPerSecond,
        long until,
        double amount) {}
