package io.barograph.servers.counters;

/**
 * The counters of one server at one instant.
 *
 * @param time instant of the sample, milliseconds since the epoch
 * @param publishedAt from when on it can be known, milliseconds since the epoch
 * @param counters totals since the server started, by quantity; one below zero is at fault
 */
public record CounterSample(long time, long publishedAt, QuantityAmounts counters) {}
