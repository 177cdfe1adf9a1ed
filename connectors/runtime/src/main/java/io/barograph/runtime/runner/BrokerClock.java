package io.barograph.runtime.runner;

import java.util.OptionalDouble;

/**
 * How far this host's clock is from the broker's, from records on topics whose timestamps are the broker's: it lies between
 * the instants at which the record was sent and confirmed.
 */
final class BrokerClock {
    /** What took longer says little. */
    private static final long MAX_ROUND_TRIP_MILLIS = 2_000;

    private volatile Double offsetSeconds;

    /**
     * @param sentAt when the record was handed to the producer, by this host's clock, ms since the epoch
     * @param confirmedAt when the broker had confirmed it, by this host's clock
     * @param appendedAt when the broker stored it, by the broker's clock
     */
    void observe(long sentAt, long confirmedAt, long appendedAt) {
        long roundTrip = confirmedAt - sentAt;
        if (roundTrip >= 0 && roundTrip <= MAX_ROUND_TRIP_MILLIS) {
            offsetSeconds = ((sentAt + confirmedAt) / 2.0 - appendedAt) / 1e3;
        }
    }

    /** @return this host's clock less the broker's, seconds, to about a second; empty if it is not known yet */
    OptionalDouble offsetSeconds() {
        Double known = offsetSeconds;
        return known == null ? OptionalDouble.empty() : OptionalDouble.of(known);
    }
}
