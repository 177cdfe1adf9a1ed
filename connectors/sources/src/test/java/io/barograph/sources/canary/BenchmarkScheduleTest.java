package io.barograph.sources.canary;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import org.junit.jupiter.api.Test;

class BenchmarkScheduleTest {
    private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");

    @Test
    void shouldRunAtTimesOfDayInTheZone() {
        BenchmarkSchedule schedule = new BenchmarkSchedule(Duration.ofHours(8), Duration.ofHours(2), BERLIN);

        Instant first = schedule.after(Instant.parse("2024-01-10T00:00:00Z"));
        assertThat(first).isEqualTo("2024-01-10T01:00:00Z");
        assertThat(schedule.after(first)).isEqualTo("2024-01-10T09:00:00Z");
        assertThat(schedule.after(Instant.parse("2024-01-10T16:59:59Z"))).isEqualTo("2024-01-10T17:00:00Z");
    }

    @Test
    void shouldKeepTheTimeOfDayOverChangesOfTheClock() {
        BenchmarkSchedule daily = new BenchmarkSchedule(Duration.ofDays(1), Duration.ofMinutes(150), BERLIN);

        assertThat(daily.after(Instant.parse("2024-03-30T12:00:00Z"))).isEqualTo("2024-03-31T01:30:00Z");
        assertThat(daily.after(Instant.parse("2024-03-31T01:30:00Z"))).isEqualTo("2024-04-01T00:30:00Z");
        Instant october = daily.after(Instant.parse("2024-10-26T12:00:00Z"));
        assertThat(october).isEqualTo("2024-10-27T00:30:00Z");
        assertThat(daily.after(october)).isEqualTo("2024-10-28T01:30:00Z");
    }
}
