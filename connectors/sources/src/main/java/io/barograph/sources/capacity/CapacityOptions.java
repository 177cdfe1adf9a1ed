package io.barograph.sources.capacity;

import io.barograph.configuration.Setting;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** Where the capacity texts come from. */
public record CapacityOptions(
        @Setting("Shell command that prints any of lfs df, lfs df -i, lctl dl -t, mmdf; without command and files:"
                        + " lfs df; lfs df -i; lctl dl -t")
                String command,
        @Setting("Recorded texts, read once; dumps begin with lines BEGIN <seconds since 1970>") List<Path> files,
        @Setting("File system of all targets; without it, by the name of each target. mmdf needs it") String fileSystem,
        @Setting(value = "Time between two polls", defaultValue = "5m") Duration interval,
        @Setting(
                        value = "Time that the command has; a client waits long for a target that is down",
                        defaultValue = "1m")
                Duration timeLimit) {
    private static final String LUSTRE_CLIENT = "lfs df; lfs df -i; lctl dl -t";

    public CapacityOptions {
        files = files == null ? List.of() : List.copyOf(files);
        if (command != null && !files.isEmpty()) {
            throw new IllegalArgumentException("give only one of command and files");
        }
        if (command == null && files.isEmpty()) {
            command = LUSTRE_CLIENT;
        }
        if (interval.isNegative() || interval.isZero()) {
            throw new IllegalArgumentException("interval must be positive");
        }
        if (timeLimit.isNegative() || timeLimit.isZero() || timeLimit.compareTo(interval) > 0) {
            throw new IllegalArgumentException("timeLimit must be positive and not longer than interval");
        }
    }
}
