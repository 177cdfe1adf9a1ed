package io.barograph.sources.lustre;

import io.barograph.configuration.Setting;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;

/** Options of the collector {@code cerebro}. Without file and command it reads standard input. */
public record CerebroOptions(
        @Setting("Recording of metric strings, such as ltop writes; read once, each sample at its own time.") Path file,
        @Setting(
                        "Program and arguments, run every interval, that print metric strings, such as cerebro-stat -t -m lmt_ost.")
                List<String> command,
        @Setting("Time zone in which cerebro-stat prints times; default: that of this host.") ZoneId zone,
        @Setting(
                        value =
                                "Time from one sample of a server to the next, and from one run of the command to the next.",
                        defaultValue = "5s")
                Duration interval,
        @Setting(value = "Longest time that the command may take.", defaultValue = "10s") Duration timeLimit) {
    public CerebroOptions {
        command = command == null ? List.of() : List.copyOf(command);
        zone = zone == null ? ZoneId.systemDefault() : zone;
        if (file != null && !command.isEmpty()) {
            throw new IllegalArgumentException(
                    "file and command exclude each other; give one of them, or none for standard input");
        }
        SourceCommand.requireTimes(interval, timeLimit);
    }
}
