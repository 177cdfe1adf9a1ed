package io.barograph.lab.simulator.server;

import io.barograph.lab.simulator.plan.DemandKind;
import java.time.Duration;
import java.time.Instant;

/**
 * A time in which a run read, wrote or did metadata operations without a pause.
 *
 * @param unhinderedSeconds how long it had taken with nobody else on healthy servers, seconds
 */
public record SimulatedIoInterval(DemandKind load, Instant start, Instant end, double unhinderedSeconds) {
    /** @return length, seconds */
    public double seconds() {
        return Duration.between(start, end).toNanos() / 1e9;
    }
}
