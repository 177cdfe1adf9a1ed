package io.barograph.lab.simulator;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** The simulation counts time in whole microseconds since the epoch. */
final class MicroTime {
    private MicroTime() {}

    static long micros(Instant instant) {
        return ChronoUnit.MICROS.between(Instant.EPOCH, instant);
    }

    static long micros(Duration duration) {
        return duration.toNanos() / 1000;
    }

    /** @return milliseconds, rounded up */
    static long millisUp(long micros) {
        return -Math.floorDiv(-micros, 1000L);
    }

    static Instant instant(long micros) {
        return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
    }
}
