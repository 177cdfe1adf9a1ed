package io.barograph.sources.canary;

import io.barograph.configuration.Setting;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;

/** One benchmark that runs on a schedule. */
public record CanaryBenchmark(
        @Setting(value = "Program and arguments, for instance [srun, -N4, ior, -t, 1m, -b, 1g]", required = true)
                List<String> command,
        @Setting(value = "Whose results they are: ior, mdtest or io500", required = true) BenchmarkProgram program,
        @Setting(value = "Name of the file system", required = true) String fileSystem,
        @Setting(
                        value =
                                "Time from one run to the next, counted from 1970-01-01 00:00 on the clock of the zone: 1d, 8h, 30m",
                        defaultValue = "1d")
                Duration every,
        @Setting(
                        value = "Shift of the schedule: with every 8h and offset 2h runs begin at 2, 10 and 18",
                        defaultValue = "0s")
                Duration offset,
        @Setting(value = "A run that takes longer is ended, and counts as failed", defaultValue = "1h")
                Duration timeLimit,
        @Setting("File that the command writes its results to; without it they are what it prints") Path result) {
    private static final Duration MIN_DURATION = Duration.ofSeconds(1);

    public CanaryBenchmark {
        command = command == null ? List.of() : List.copyOf(command);
        if (command.isEmpty()) {
            throw new IllegalArgumentException("command: name the program to run");
        }
        if (every.compareTo(MIN_DURATION) < 0) {
            throw new IllegalArgumentException("every: must be at least 1s");
        }
        if (offset.isNegative() || offset.compareTo(every) >= 0) {
            throw new IllegalArgumentException("offset: must be less than every");
        }
        if (timeLimit.compareTo(MIN_DURATION) < 0) {
            throw new IllegalArgumentException("timeLimit: must be at least 1s");
        }
    }

    /**
     * Benchmarks run at multiples of {@code every} since 1970-01-01T00:00, plus {@code offset}, on the wall clock of a zone.
     * A run that falls into the hour that summer time leaves out is as much later; one in the hour that comes twice happens
     * once.
     *
     * @return the first run after it
     */
    Instant runAfter(Instant now, ZoneId zone) {
        // Around a change of the clock the local time may repeat, so a candidate can lie in the past.
        LocalDateTime local = LocalDateTime.ofInstant(now, zone);
        long run = Math.floorDiv(local.toEpochSecond(ZoneOffset.UTC) - offset.toSeconds(), every.toSeconds());
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
