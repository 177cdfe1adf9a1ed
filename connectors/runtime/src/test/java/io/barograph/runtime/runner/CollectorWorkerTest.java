package io.barograph.runtime.runner;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class CollectorWorkerTest {
    private static Duration untilNext(String now) {
        return CollectorWorker.untilNext(Duration.ofSeconds(5), Instant.parse(now));
    }

    @Test
    void shouldBeginAtMultiplesOfTheInterval() {
        assertThat(untilNext("2018-02-09T08:00:01.250Z")).hasMillis(3750);
        assertThat(untilNext("2018-02-09T08:00:04.999Z")).hasMillis(1);
    }

    @Test
    void shouldNotBeginTwiceAtTheSameMultiple() {
        assertThat(untilNext("2018-02-09T08:00:05Z")).hasSeconds(5);
    }

    @Test
    void shouldLeaveOutWhatALongPollMissed() {
        // began at :00, took 12 s
        assertThat(untilNext("2018-02-09T08:00:12Z")).hasSeconds(3);
    }

    @Test
    void shouldNotPauseForSourcesThatWaitThemselves() {
        assertThat(CollectorWorker.untilNext(Duration.ZERO, Instant.EPOCH)).isZero();
    }
}
