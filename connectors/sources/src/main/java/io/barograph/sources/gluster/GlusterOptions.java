package io.barograph.sources.gluster;

import io.barograph.configuration.Setting;
import java.time.Duration;
import java.util.List;

/** Which volumes to ask for, and how. */
public record GlusterOptions(
        @Setting("Volumes to ask for; profiling of each must have been started.") List<String> volumes,
        @Setting("Program and arguments before those of gluster, for instance ssh, node01, gluster; default: gluster.")
                List<String> command,
        @Setting(value = "Time from one poll to the next.", defaultValue = "5s") Duration interval,
        @Setting(value = "Longest time that one answer may take.", defaultValue = "4s") Duration timeLimit) {
    public GlusterOptions {
        volumes = volumes == null ? List.of() : List.copyOf(volumes);
        command = command == null || command.isEmpty() ? List.of("gluster") : List.copyOf(command);
        if (volumes.isEmpty()) {
            throw new IllegalArgumentException("volumes is missing; gluster volume list prints their names");
        }
        for (String volume : volumes) {
            if (!volume.matches("[A-Za-z0-9_][A-Za-z0-9_-]*")) {
                throw new IllegalArgumentException("volumes: \"" + volume + "\" is no name of a volume");
            }
        }
        if (interval.toMillis() <= 0 || interval.compareTo(Duration.ofDays(1)) > 0 || timeLimit.toMillis() <= 0) {
            throw new IllegalArgumentException("interval must be between 1 ms and 1 day, and timeLimit at least 1 ms");
        }
    }
}
