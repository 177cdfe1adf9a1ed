package io.barograph.runtime.runner;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class PollScheduleTest {
    private final PollSchedule schedule = new PollSchedule(Duration.ofSeconds(5));

    @Test
    void shouldBeginAtMultiplesOfTheInterval() {
        assertThat(schedule.untilNext(Instant.parse("2018-02-09T08:00:01.250Z")))
                .hasMillis(3750);
        assertThat(schedule.untilNext(Instant.parse("2018-02-09T08:00:04.999Z")))
                .hasMillis(1);
    }

    @Test
    void shouldNotBeginTwiceAtTheSameMultiple() {
        assertThat(schedule.untilNext(Instant.parse("2018-02-09T08:00:05Z"))).hasSeconds(5);
    }

    @Test
    void shouldLeaveOutWhatALongPollMissed() {
        // began at :00, took 12 s
        assertThat(schedule.untilNext(Instant.parse("2018-02-09T08:00:12Z"))).hasSeconds(3);
    }

    @Test
    void shouldNotPauseForSourcesThatWaitThemselves() {
        assertThat(new PollSchedule(Duration.ZERO).untilNext(Instant.EPOCH)).isZero();
    }
}
