package io.barograph.contention.cost;

/**
 * What a run lost by an event.
 *
 * @param overlapSeconds time that the run and the event have in common
 * @param ioSeconds the part of it in which the run read or wrote
 * @param excessSeconds I/O time of the run beyond what it takes at the median performance of its climate; NaN if unknown
 * @param lostSeconds the part of it that this event is charged; NaN if unknown
 * @param lostNodeHours the same times nodes; NaN if unknown
 */
public record EventLoss(
        double overlapSeconds, double ioSeconds, double excessSeconds, double lostSeconds, double lostNodeHours) {}
