/**
 * Weather: the rates, volumes and space of a file system, per interval, minute, hour, day and month.
 *
 * <p>Samples of one server come as increments and their corrections from a {@link
 * io.barograph.servers.counters.CounterChain}; {@link io.barograph.servers.rates.GapSpreading} places an increment on the intervals it spans; what results is added up
 * where it is needed. Every sum is of whole numbers, so a correction takes away exactly what was added.
 */
package io.barograph.servers.rates;
