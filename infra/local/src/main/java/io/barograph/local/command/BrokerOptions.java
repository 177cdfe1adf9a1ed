package io.barograph.local.command;

import io.barograph.schemas.FileSystemCatalogue;
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

    /**
     * Where to publish.
     *
     * @param bootstrapServers addresses of the broker
     * @param topicPrefix prefix of all topics; may be empty
     * @param catalogue known file systems; empty if any name may pass
     */
    public record Broker(String bootstrapServers, String topicPrefix, FileSystemCatalogue catalogue) {}

    /**
     * @return the broker that the options or the environment name
     * @throws CommandFailedException if they name none
     */
    public Broker broker() {
        if (bootstrapServers == null || bootstrapServers.isBlank()) {
            throw new CommandFailedException(
                    "no broker is named", "Give --bootstrap-servers HOST:PORT, or set BAROGRAPH_BOOTSTRAP_SERVERS.");
        }
        return new Broker(
                bootstrapServers, topicPrefix == null ? "" : topicPrefix, new FileSystemCatalogue(List.of()));
    }
}
