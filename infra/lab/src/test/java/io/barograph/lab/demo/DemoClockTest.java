package io.barograph.lab.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class DemoClockTest {
    private static final Instant NOW = Instant.parse("2026-03-01T12:30:40Z");

    private final AtomicReference<Instant> real = new AtomicReference<>(NOW);
    private final DemoClock clock = new DemoClock(real::get, Duration.ofMinutes(24));

    @Test
    void shouldStandStillUntilItIsStartedAndThenRunAheadToThePresent() {
        Instant begin = Instant.parse("2026-03-01T12:06:00Z");
        assertThat(clock.begin()).isEqualTo(begin);

        real.set(NOW.plusSeconds(100));
        assertThat(clock.instant()).isEqualTo(begin);

        clock.start();
        real.set(NOW.plusSeconds(105));
        clock.start();
        real.set(NOW.plusSeconds(110));
        assertThat(clock.elapsed()).isEqualTo(Duration.ofSeconds(10));
        assertThat(clock.instant()).isEqualTo(begin.plusSeconds(10 * DemoClock.SPEED));

        real.set(NOW.plusSeconds(100 + 120));
        assertThat(clock.instant()).isEqualTo(begin.plus(Duration.ofMinutes(24)));

        real.set(NOW.plusSeconds(1_000));
        assertThat(clock.instant()).isEqualTo(NOW.plusSeconds(1_000));
    }
}
