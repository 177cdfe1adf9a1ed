package io.barograph.contention.load;

/**
 * A peak of load with its bounds. The event's time is from {@code start} to {@code end}, and its amount that of the
 * intervals with labels in (start, end]; two that follow each other have the interval between them in common.
 *
 * @param onset label of the first interval that was certain to be above the threshold when the event was opened; no two
 *     transients of a recogniser have the same
 * @param openedAt label of the interval with which that became certain
 * @param threshold that its peak is above, per second
 * @param start begin of the interval of the closest minimum before the peak, milliseconds since the epoch
 * @param peak label of the interval with the highest smoothed rate
 * @param end label of the interval of the closest minimum after the peak
 * @param amount moved in the intervals that are known
 * @param missing number of those that are not known
 * @param cutAtStart true if the load is not known before {@code start}, so it may have begun earlier
 * @param cutAtEnd true if the load is not known after {@code end}, so it may have lasted longer
 */
public record LoadTransient(
        long onset,
        long openedAt,
        double threshold,
        long start,
        long peak,
        long end,
        double peakPerSecond,
        double amount,
        int intervals,
        int missing,
        boolean cutAtStart,
        boolean cutAtEnd) {}
