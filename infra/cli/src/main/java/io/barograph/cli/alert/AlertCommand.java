package io.barograph.cli.alert;

import io.barograph.cli.command.BarographCommand;
import io.barograph.cli.command.BrokerOptions;
import io.barograph.schemas.AlertInstruction;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
        name = "alert",
        description = "Shows alerts, keeps them quiet, and records which were true and which false.",
        subcommands = {
            AlertTestCommand.class,
            AlertListCommand.class,
            SilenceCommand.class,
            AlertCommand.UnsilenceCommand.class,
            VerdictCommand.TruePositive.class,
            VerdictCommand.FalsePositive.class
        },
        footer = {
            "  ./barograph alert test --config barograph.yaml --route operations",
            "  ./barograph alert list --config barograph.yaml",
            "  ./barograph alert silence --config barograph.yaml --fs scratch --for 4h maintenance",
            "  ./barograph alert false-positive --config barograph.yaml 5c76cc2eae a test of the vendor"
        })
public final class AlertCommand extends BarographCommand {
    @Override
    public Integer call() {
        throw wrongUsage("alert what? One of: "
                + String.join(", ", commandLine().getSubcommands().keySet()));
    }

    @Command(
            name = "unsilence",
            description = "Lifts a silence before its end.",
            footer = "  ./barograph alert unsilence --config barograph.yaml mi8v2k1c")
    static final class UnsilenceCommand extends BarographCommand {
        @Parameters(paramLabel = "ID", arity = "0..1", description = "Silence, as ./barograph alert list shows it.")
        private String id;

        @Mixin
        private BrokerOptions broker;

        @Override
        public Integer call() throws InterruptedException {
            require(id, "which silence? Give its ID");
            AlertTopics topics = new AlertTopics(broker.broker().kafka());
            Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);
            List<AlertInstruction> silences = AlertTopics.silences(topics.instructions(), now);
            AlertInstruction silence =
                    AlertTopics.find("silence", id, silences, AlertInstruction::getId, this, "; none is in force");
            topics.instruct(AlertInstruction.newBuilder(silence).setUntil(now), now);
            say("Silence " + id + " is lifted.");
            return 0;
        }
    }
}
