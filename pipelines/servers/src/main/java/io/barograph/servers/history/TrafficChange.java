package io.barograph.servers.history;

import io.barograph.servers.counters.CounterIncrement;

/**
 * A change of what is known of the interval that closes at a label. Changes add up in any order: a sample that fills a
 * gap adds its own difference and takes the same away from the next label.
 *
 * @param label closing instant of the interval, milliseconds since the epoch
 * @param publishedAt {@link #IN_TIME}, or since when the change is known: publication time of the late sample that
 *     caused it, milliseconds since the epoch
 * @param change what is added; may be negative
 */
public record TrafficChange(long label, long publishedAt, SampledTraffic change) {
    /** Value of {@code publishedAt} of what was published within the lateness. */
    public static final long IN_TIME = CounterIncrement.IN_TIME;
}
