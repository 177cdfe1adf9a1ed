package io.barograph.servers.rates;

import io.barograph.servers.counters.QuantityAmounts;

/**
 * What an increment says of one interval, or the taking back of that.
 *
 * @param label closing instant of the interval, milliseconds since the epoch
 * @param moved what was moved; not negative, also when it is taken back
 * @param sign 1, or -1 if it is taken back
 * @param sampled true if a sample closes this interval; false if the sample is missing and the interval was filled from
 *     the next one, and if the sample is at fault
 * @param filled true if the increment spanned several intervals, so that the amount is an even share
 * @param restarted true if a sample closes this interval and says that the server restarted
 */
public record IntervalIncrement(
        long label, QuantityAmounts moved, int sign, boolean sampled, boolean filled, boolean restarted) {}
