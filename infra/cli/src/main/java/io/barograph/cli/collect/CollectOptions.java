package io.barograph.cli.collect;

import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/** What every source takes besides its own options. */
final class CollectOptions {
    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "Configuration with the broker, the file systems and sources (docs/configuration.md).")
    private Path config;

    @Option(
            names = "--bootstrap-servers",
            paramLabel = "HOST:PORT",
            description = "Kafka brokers to publish to, in place of those of --config.")
    private String bootstrapServers;

    @Option(
            names = "--dry-run",
            description = "Take one poll, print what it would publish, one JSON object a line, and end. Needs no"
                    + " broker, and the next poll begins where this one did.")
    private boolean dryRun;

    Optional<Path> config() {
        return Optional.ofNullable(config);
    }

    Optional<String> bootstrapServers() {
        return Optional.ofNullable(bootstrapServers);
    }

    boolean isDryRun() {
        return dryRun;
    }
}
