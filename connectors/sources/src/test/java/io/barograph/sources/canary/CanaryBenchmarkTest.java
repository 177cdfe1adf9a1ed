package io.barograph.sources.canary;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import org.junit.jupiter.api.Test;

class CanaryBenchmarkTest {
    private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");

    @Test
    void shouldRunAtTimesOfDayInTheZone() {
        CanaryBenchmark schedule = benchmark(Duration.ofHours(8), Duration.ofHours(2));

        Instant first = schedule.runAfter(Instant.parse("2024-01-10T00:00:00Z"), BERLIN);
        assertThat(first).isEqualTo("2024-01-10T01:00:00Z");
        assertThat(schedule.runAfter(first, BERLIN)).isEqualTo("2024-01-10T09:00:00Z");
        assertThat(schedule.runAfter(Instant.parse("2024-01-10T16:59:59Z"), BERLIN))
                .isEqualTo("2024-01-10T17:00:00Z");
    }

    @Test
    void shouldKeepTheTimeOfDayOverChangesOfTheClock() {
        CanaryBenchmark daily = benchmark(Duration.ofDays(1), Duration.ofMinutes(150));

        assertThat(daily.runAfter(Instant.parse("2024-03-30T12:00:00Z"), BERLIN))
                .isEqualTo("2024-03-31T01:30:00Z");
        assertThat(daily.runAfter(Instant.parse("2024-03-31T01:30:00Z"), BERLIN))
                .isEqualTo("2024-04-01T00:30:00Z");
        Instant october = daily.runAfter(Instant.parse("2024-10-26T12:00:00Z"), BERLIN);
        assertThat(october).isEqualTo("2024-10-27T00:30:00Z");
        assertThat(daily.runAfter(october, BERLIN)).isEqualTo("2024-10-28T01:30:00Z");
    }

    private static CanaryBenchmark benchmark(Duration every, Duration offset) {
        return new CanaryBenchmark(
                List.of("ior"), BenchmarkProgram.IOR, "scratch", every, offset, Duration.ofHours(1), null);
    }
}
