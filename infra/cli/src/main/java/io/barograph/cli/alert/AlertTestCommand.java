package io.barograph.cli.alert;

import io.barograph.alerting.operators.AlertMessages;
import io.barograph.alerting.operators.AlertRecords;
import io.barograph.alerting.operators.AlertingPolicies;
import io.barograph.chat.ChatChannel;
import io.barograph.chat.ChatDelivery;
import io.barograph.chat.ChatMessage;
import io.barograph.chat.MessageDeliveryResult;
import io.barograph.cli.command.BarographCommand;
import io.barograph.configuration.AlertingSettings;
import io.barograph.configuration.BarographConfiguration;
import io.barograph.configuration.ChatChannelSettings;
import io.barograph.schemas.NearestName;
import io.barograph.schemas.Topic;
import io.barograph.stack.CommandFailedException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "test",
        description = {
            "Sends a message marked as a test to the channel of a route, and says what became of it.",
            "",
            "It is tried for 30 s and written to topic alerts, if the configuration names a broker."
        },
        footer = "  ./barograph alert test --config barograph.yaml --route operations")
final class AlertTestCommand extends BarographCommand {
    private static final Duration LIMIT = Duration.ofSeconds(30);

    @Option(names = "--config", paramLabel = "FILE", description = "Configuration of the site; must be given.")
    private Path config;

    @Option(names = "--route", paramLabel = "NAME", description = "Route; without routes, a channel.")
    private String route;

    private record Target(String route, String channel) {}

    @Override
    public Integer call() {
        require(config, "which configuration? Give --config FILE");
        BarographConfiguration configuration = BarographConfiguration.read(config);
        AlertingSettings alerting = configuration
                .alerts()
                .orElseThrow(() ->
                        new CommandFailedException(config + " has no section alerting", "docs/alerts.md shows one."));
        Target target = target(alerting);
        ChatChannelSettings channel = alerting.channels().stream()
                .filter(candidate -> candidate.name().equals(target.channel()))
                .findFirst()
                .orElseThrow();
        ChatMessage message = AlertMessages.test(target.route(), Instant.now());
        MessageDeliveryResult delivery;
        try (ChatDelivery sender = new ChatDelivery(ChatChannel.open(channel), LIMIT)) {
            delivery = sender.send(message).join();
        }
        configuration.broker().ifPresent(kafka -> new AlertTopics(kafka)
                .publish(Topic.ALERTS, AlertRecords.test(message, channel.name(), delivery, Instant.now())));
        if (!delivery.isDelivered()) {
            throw new CommandFailedException(
                    "channel " + channel.name() + " did not take the test message: " + delivery.reason(),
                    "Correct the channel in " + config + ".");
        }
        say("Channel " + channel.name() + " has taken the test message of route " + target.route() + ".");
        return 0;
    }

    private Target target(AlertingSettings alerting) {
        List<Target> targets = AlertingPolicies.of(alerting).routes().stream()
                .map(known -> new Target(known.name(), known.channel()))
                .toList();
        List<String> names = targets.stream().map(Target::route).toList();
        if (route == null) {
            throw wrongUsage("which route? Give --route, one of: " + String.join(", ", names));
        }
        return targets.stream()
                .filter(known -> known.route().equals(route))
                .findFirst()
                .orElseThrow(() -> wrongUsage("there is no route \"" + route + "\"; did you mean "
                        + NearestName.of(route, names).orElseThrow() + "?"));
    }
}
