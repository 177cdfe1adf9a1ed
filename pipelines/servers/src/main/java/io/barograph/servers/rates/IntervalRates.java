package io.barograph.servers.rates;

import java.util.SortedMap;

/**
 * The rates of the servers of one kind (data or metadata) of a file system in one interval or a longer span.
 *
 * @param from start of the span, milliseconds since the epoch
 * @param to end of the span, which is the label of an interval
 * @param expectedSamples samples that should be there: servers times intervals
 * @param quantities rate of each quantity of which something is known
 */
public record IntervalRates(
        long from,
        long to,
        long expectedSamples,
        long samples,
        int restarts,
        SortedMap<String, QuantityRate> quantities) {
    /** @return samples expected and absent / samples expected; NaN if none was expected */
    public double missingFraction() {
        return expectedSamples == 0 ? Double.NaN : (double) Math.max(0, expectedSamples - samples) / expectedSamples;
    }
}
