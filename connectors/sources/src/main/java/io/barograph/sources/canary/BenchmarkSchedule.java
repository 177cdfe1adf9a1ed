package io.barograph.sources.canary;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;

/**
 * When a benchmark runs: at multiples of {@code every} since 1970-01-01T00:00, plus {@code offset}, on the wall clock of a
 * zone. A run that falls into the hour that summer time leaves out is as much later; one in the hour that comes twice
 * happens once.
 *
 * @param offset shift, less than {@code every}
 */
record BenchmarkSchedule(Duration every, Duration offset, ZoneId zone) {
    /** @return the first run after it */
    Instant after(Instant now) {
        // Around a change of the clock the local time may repeat, so a candidate can lie in the past.
        LocalDateTime local = LocalDateTime.ofInstant(now, zone);
        long second = local.toEpochSecond(ZoneOffset.UTC);
        long run = Math.floorDiv(second - offset.toSeconds(), every.toSeconds());
        while (true) {
            run++;
            long at = run * every.toSeconds() + offset.toSeconds();
            Instant candidate = LocalDateTime.ofEpochSecond(at, 0, ZoneOffset.UTC)
                    .atZone(zone)
                    .toInstant();
            if (candidate.isAfter(now)) {
                return candidate;
            }
        }
    }
}
