package io.barograph.sources.slurm;

import io.barograph.runtime.CollectorContext;
import io.barograph.schemas.FileSystemCatalogue;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.function.Consumer;

/** Options and contexts for tests. */
final class SlurmTesting {
    private SlurmTesting() {}

    static SlurmOptions file(Path file, String zone, Path coordinates) {
        return new SlurmOptions(
                file,
                null,
                null,
                null,
                "sacct",
                Duration.ofMinutes(1),
                Duration.ofHours(1),
                Duration.ofMinutes(10),
                Duration.ofMinutes(1),
                ZoneId.of(zone),
                coordinates);
    }

    static SlurmOptions poll(String command, Duration timeLimit) {
        return new SlurmOptions(
                null,
                null,
                null,
                null,
                command,
                Duration.ofMinutes(1),
                Duration.ofHours(1),
                Duration.ofMinutes(10),
                timeLimit,
                ZoneId.of("UTC"),
                null);
    }

    static CollectorContext context(Path folder, Clock clock, Consumer<String> notes) {
        return new CollectorContext("slurm", "host", new FileSystemCatalogue(List.of()), folder, clock, notes);
    }
}
