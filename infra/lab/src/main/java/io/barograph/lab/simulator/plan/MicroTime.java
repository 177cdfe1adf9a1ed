package io.barograph.lab.simulator.plan;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** The simulation counts time in whole microseconds since the epoch. */
public final class MicroTime {
    private MicroTime() {}

    public static long micros(Instant instant) {
        return ChronoUnit.MICROS.between(Instant.EPOCH, instant);
    }

    public static long micros(Duration duration) {
        return duration.toNanos() / 1000;
    }

    /** @return milliseconds, rounded up */
    public static long millisUp(long micros) {
        return -Math.floorDiv(-micros, 1000L);
    }

    public static Instant instant(long micros) {
        return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
    }
}
