package io.barograph.cli.command;

import io.barograph.cli.run.RunCommand;
import io.barograph.configuration.BarographConfiguration;
import io.barograph.configuration.KafkaSettings;
import io.barograph.schemas.FileSystemCatalogue;
import io.barograph.stack.CommandFailedException;
import io.barograph.stack.HomeFolder;
import io.barograph.stack.LocalStack;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

public final class BrokerOptions {
    @Option(
            names = "--bootstrap-servers",
            paramLabel = "HOST:PORT",
            defaultValue = "${env:BAROGRAPH_BOOTSTRAP_SERVERS:-}",
            description = "Addresses of the Kafka broker (default: $BAROGRAPH_BOOTSTRAP_SERVERS).")
    private String bootstrapServers;

    @Option(
            names = "--topic-prefix",
            paramLabel = "PREFIX",
            defaultValue = "${env:BAROGRAPH_TOPIC_PREFIX:-}",
            description = "Prefix of Barograph's topics (default: $BAROGRAPH_TOPIC_PREFIX, else none).")
    private String topicPrefix;

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "Configuration of the site: its broker, and the names of its file systems.")
    private Path configuration;

    /**
     * Where to publish.
     *
     * @param catalogue known file systems; empty if any name may pass
     */
    public record Broker(KafkaSettings kafka, FileSystemCatalogue catalogue) {}

    /** @return the file of the site's configuration, if one is given */
    public Optional<Path> configurationFile() {
        return Optional.ofNullable(configuration);
    }

    /** @return the site's configuration, if one is given */
    public Optional<BarographConfiguration> configuration() {
        return configurationFile().map(BarographConfiguration::read);
    }

    /** @return the options that were given, word by word; values of the environment are left to it */
    public List<String> asTyped() {
        if (configuration != null) {
            return List.of("--config", configuration.toString());
        }
        List<String> words = new ArrayList<>();
        add("--bootstrap-servers", bootstrapServers, "BAROGRAPH_BOOTSTRAP_SERVERS", words);
        add("--topic-prefix", topicPrefix, "BAROGRAPH_TOPIC_PREFIX", words);
        return words;
    }

    private static void add(String option, String value, String variable, List<String> words) {
        if (value != null && !value.isBlank() && !value.equals(System.getenv(variable))) {
            words.add(option);
            words.add(value);
        }
    }

    /** @return true if the options or the environment name a broker or a configuration */
    public boolean isNamed() {
        return configuration != null || (bootstrapServers != null && !bootstrapServers.isBlank());
    }

    /**
     * @return the broker that the options, the configuration or the environment name
     * @throws CommandFailedException if they name none
     */
    public Broker broker() {
        if (configuration != null) {
            BarographConfiguration read = BarographConfiguration.read(configuration);
            KafkaSettings kafka = (read.localStack() ? localStack() : read)
                    .broker()
                    .orElseThrow(() -> new CommandFailedException(
                            configuration + " names no broker", "Add kafka: {bootstrapServers: HOST:PORT} to it."));
            return new Broker(kafka, read.catalogue());
        }
        if (!isNamed()) {
            throw new CommandFailedException(
                    "no broker is named",
                    "Give --config FILE or --bootstrap-servers HOST:PORT, or set BAROGRAPH_BOOTSTRAP_SERVERS.");
        }
        return new Broker(new KafkaSettings(bootstrapServers, topicPrefix, null), new FileSystemCatalogue(List.of()));
    }

    /** What a run with {@code localStack: true} has started in Barograph's folder. */
    private BarographConfiguration localStack() {
        Path started = LocalStack.siteFile(HomeFolder.ofLauncher(), RunCommand.NAME);
        if (!Files.exists(started)) {
            throw new CommandFailedException(
                    configuration + " has localStack: true, but no broker was started yet",
                    "Start ./barograph run --config " + configuration + " first.");
        }
        return BarographConfiguration.read(started);
    }
}
