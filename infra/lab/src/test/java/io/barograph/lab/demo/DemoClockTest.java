package io.barograph.lab.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;

class DemoClockTest {
    private static final Instant NOW = Instant.parse("2026-03-01T12:30:40Z");

    private final RealClock real = new RealClock();
    private final DemoClock clock = new DemoClock(real, Duration.ofMinutes(24));

    @Test
    void shouldStandStillUntilItIsStartedAndThenRunAheadToThePresent() {
        Instant begin = Instant.parse("2026-03-01T12:06:00Z");
        assertThat(clock.begin()).isEqualTo(begin);

        real.now = NOW.plusSeconds(100);
        assertThat(clock.instant()).isEqualTo(begin);

        clock.start();
        real.now = NOW.plusSeconds(105);
        clock.start();
        real.now = NOW.plusSeconds(110);
        assertThat(clock.elapsed()).isEqualTo(Duration.ofSeconds(10));
        assertThat(clock.instant()).isEqualTo(begin.plusSeconds(10 * DemoClock.SPEED));

        real.now = NOW.plusSeconds(100 + 120);
        assertThat(clock.instant()).isEqualTo(begin.plus(Duration.ofMinutes(24)));

        real.now = NOW.plusSeconds(1_000);
        assertThat(clock.instant()).isEqualTo(real.now);
    }

    private static final class RealClock extends Clock {
        private Instant now = NOW;

        @Override
        public Instant instant() {
            return now;
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }
    }
}
