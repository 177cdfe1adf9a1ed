package io.barograph.servers.rates;

/**
 * The counters of one server at one instant.
 *
 * @param time instant, milliseconds since the epoch
 * @param counters totals since the server started, none of them negative
 */
public record ServerCounterSample(long time, QuantityAmounts counters) {
    /** Refuses counters that no server can have. */
    public ServerCounterSample {
        for (int i = 0; i < counters.size(); i++) {
            if (counters.value(i) < 0) {
                throw new IllegalArgumentException(
                        "a counter must not be negative: " + counters + "; leave out what the server does not report");
            }
        }
    }
}
