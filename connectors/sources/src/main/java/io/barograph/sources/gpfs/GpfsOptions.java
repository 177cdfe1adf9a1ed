package io.barograph.sources.gpfs;

import io.barograph.configuration.Setting;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** Which nodes to ask for the counters of mmpmon, and how. */
public record GpfsOptions(
        @Setting("Nodes to ask; without them, the command runs once") List<String> nodes,
        @Setting("Shell command that prints mmpmon -p of fs_io_s; {node} stands for the node. Without it: mmpmon, on"
                        + " each node through ssh")
                String command,
        @Setting("Saved output of mmpmon -p, read once") Path file,
        @Setting("File system that the counters of io_s belong to, which names none; fs_io_s names its own")
                String fileSystem,
        @Setting(value = "Time between two polls", defaultValue = "5s") Duration interval,
        @Setting(value = "Time that a node has to answer; not longer than the interval", defaultValue = "4s")
                Duration timeLimit,
        @Setting(value = "Nodes asked at a time", defaultValue = "16") int parallel) {
    private static final String MMPMON = "echo fs_io_s | /usr/lpp/mmfs/bin/mmpmon -p -s";

    public GpfsOptions {
        nodes = nodes == null ? List.of() : List.copyOf(nodes);
        if (file != null && (command != null || !nodes.isEmpty())) {
            throw new IllegalArgumentException("file: give it without command and nodes");
        }
        if (file == null && command == null) {
            command = nodes.isEmpty() ? MMPMON : "ssh -o BatchMode=yes {node} '" + MMPMON + "'";
        }
        if (!nodes.isEmpty() && !command.contains("{node}")) {
            throw new IllegalArgumentException("command: with nodes it must hold {node}");
        }
        for (String node : nodes) {
            if (!node.matches("[A-Za-z0-9][A-Za-z0-9._@:%-]*")) {
                throw new IllegalArgumentException("nodes: \"" + node + "\" is no host name");
            }
        }
        if (interval.isNegative() || interval.isZero()) {
            throw new IllegalArgumentException("interval must be positive");
        }
        if (timeLimit.isNegative() || timeLimit.isZero() || timeLimit.compareTo(interval) > 0) {
            throw new IllegalArgumentException("timeLimit must be positive and not longer than interval");
        }
        if (parallel < 1) {
            throw new IllegalArgumentException("parallel must be at least 1");
        }
    }
}
