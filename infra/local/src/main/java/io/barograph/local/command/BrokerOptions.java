package io.barograph.local.command;

import io.barograph.schemas.FileSystemCatalogue;
import io.barograph.schemas.configuration.Configuration;
import io.barograph.schemas.configuration.KafkaSettings;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Option;

/** Which broker a command talks to. */
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
     * @param kafka the broker
     * @param catalogue known file systems; empty if any name may pass
     */
    public record Broker(KafkaSettings kafka, FileSystemCatalogue catalogue) {}

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
            Configuration read = Configuration.read(configuration);
            KafkaSettings kafka = read.broker()
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
}
