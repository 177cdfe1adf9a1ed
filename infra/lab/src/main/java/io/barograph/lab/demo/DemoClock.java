package io.barograph.lab.demo;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;

/**
 * The time of the simulated site. It stands still at the begin of the story until {@link #start}, then runs {@value
 * #SPEED} times as fast as real time, and with it once it has caught up. Brokers refuse records of the future, so the story
 * begins in the past.
 */
final class DemoClock implements InstantSource {
    static final int SPEED = 12;

    private final InstantSource real;
    private final Instant begin;
    private volatile Instant startedAt;

    /** @param length length of the story, in its own time: at full speed at least for that long */
    DemoClock(InstantSource real, Duration length) {
        this.real = real;
        this.begin = real.instant().minus(length).truncatedTo(ChronoUnit.MINUTES);
    }

    Instant begin() {
        return begin;
    }

    /** Lets time pass; does nothing the second time. */
    synchronized void start() {
        if (startedAt == null) {
            startedAt = real.instant();
        }
    }

    /** @return real time since the start; zero before it */
    Duration elapsed() {
        return startedAt == null ? Duration.ZERO : Duration.between(startedAt, real.instant());
    }

    @Override
    public Instant instant() {
        Instant now = real.instant();
        Instant fast = begin.plus(elapsed().multipliedBy(SPEED));
        return fast.isBefore(now) ? fast : now;
    }
}
