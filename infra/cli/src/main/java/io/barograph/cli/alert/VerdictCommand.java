package io.barograph.cli.alert;

import io.barograph.cli.command.BarographCommand;
import io.barograph.cli.command.BrokerOptions;
import io.barograph.schemas.Alert;
import io.barograph.schemas.AlertInstruction;
import io.barograph.schemas.InstructionKind;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** What somebody found who looked; the last word on an alert counts. */
abstract class VerdictCommand extends BarographCommand {
    private final InstructionKind kind;

    @Parameters(
            index = "0",
            paramLabel = "ID",
            arity = "0..1",
            description = "Alert, as its message and ./barograph alert list show it.")
    private String id;

    @Parameters(index = "1..*", paramLabel = "REASON", arity = "0..*", description = "What was found.")
    private List<String> reason = List.of();

    @Mixin
    private BrokerOptions broker;

    VerdictCommand(InstructionKind kind) {
        this.kind = kind;
    }

    @Command(
            name = "true-positive",
            description = "Records that an alert was right, and what was found. Changes no messages.",
            footer = "  ./barograph alert true-positive --config barograph.yaml 5c76cc2eae a rebuild of OST0007")
    static final class TruePositive extends VerdictCommand {
        TruePositive() {
            super(InstructionKind.TRUE_POSITIVE);
        }
    }

    @Command(
            name = "false-positive",
            description = "Records that an alert was a false one, and why. Changes no messages.",
            footer = "  ./barograph alert false-positive --config barograph.yaml 5c76cc2eae a test of the vendor")
    static final class FalsePositive extends VerdictCommand {
        FalsePositive() {
            super(InstructionKind.FALSE_POSITIVE);
        }
    }

    @Override
    public Integer call() throws InterruptedException {
        require(id, "which alert? Give its ID");
        if (reason.isEmpty()) {
            throw wrongUsage("what was found? Give a REASON");
        }
        AlertTopics topics = new AlertTopics(broker.broker().kafka());
        List<Alert> alerts = topics.alerts().stream()
                .filter(alert -> !alert.getRule().isEmpty())
                .toList();
        Alert alert = AlertTopics.find("alert", id, alerts, Alert::getId, this, "; none has been sent");
        AlertInstruction.Builder verdict = AlertInstruction.newBuilder()
                .setKey("verdict/" + id)
                .setKind(kind)
                .setId(id)
                .setRule(alert.getRule())
                .setReason(String.join(" ", reason));
        topics.instruct(verdict, Instant.now().truncatedTo(ChronoUnit.MILLIS));
        say("Recorded: " + id + " of rule " + alert.getRule() + " was a " + AlertListCommand.word(kind) + ".");
        return 0;
    }
}
