package io.barograph.sources.lustre;

import io.barograph.configuration.Setting;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** Options of the collector {@code lustre}. Without root, lctlFile and command it reads the host that it runs on. */
public record LustreOptions(
        @Setting("Folder that has proc and sys in it: / on a Lustre server, or a copy of the two, which is read once.")
                Path root,
        @Setting("File with what lctl get_param printed; read once.") Path lctlFile,
        @Setting("Program and arguments, run every interval, that print what lctl get_param prints.")
                List<String> command,
        @Setting("Name of the server that is read; default: this host, or the name of the copy or file.") String host,
        @Setting(value = "Time from one poll to the next.", defaultValue = "5s") Duration interval,
        @Setting(value = "Longest time that the command may take.", defaultValue = "10s") Duration timeLimit) {
    public LustreOptions {
        command = command == null ? List.of() : List.copyOf(command);
        long sources = Stream.of(root != null, lctlFile != null, !command.isEmpty())
                .filter(Boolean::booleanValue)
                .count();
        if (sources > 1) {
            throw new IllegalArgumentException(
                    "root, lctlFile and command exclude each other; give one of them, or none" + " on a Lustre server");
        }
        if (!command.isEmpty() && (host == null || host.isBlank())) {
            throw new IllegalArgumentException(
                    "host is missing; give the name of the server that the command reads, for instance oss01");
        }
        SourceCommand.requireTimes(interval, timeLimit);
    }
}
