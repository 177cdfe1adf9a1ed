package io.barograph.cli.alert;

import io.barograph.alerting.AlertBook;
import io.barograph.cli.command.BarographCommand;
import io.barograph.cli.command.BrokerOptions;
import io.barograph.schemas.AlertInstruction;
import io.barograph.schemas.InstructionKind;
import io.barograph.stack.CommandFailedException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "silence",
        description = {
            "Mutes alerts until an end. An alert that begins meanwhile is sent at the end if it still holds; an alert"
                    + " that was sent before still gets its resolved message.",
            "",
            "Without --fs, --type, --application and --rule it mutes all alerts."
        },
        footer = "  ./barograph alert silence --config barograph.yaml --fs scratch --for 4h maintenance")
final class SilenceCommand extends BarographCommand {
    private static final int RADIX = 36;

    @Option(names = "--fs", paramLabel = "NAME", description = "Of this file system; may be repeated.")
    private List<String> fileSystems = List.of();

    @Option(
            names = "--type",
            paramLabel = "TYPE",
            description = "Of this type or kind: READ, contention, silent-servers; may be repeated.")
    private List<String> types = List.of();

    @Option(names = "--application", paramLabel = "NAME", description = "Of this application; may be repeated.")
    private List<String> applications = List.of();

    @Option(names = "--rule", paramLabel = "NAME", defaultValue = "", description = "Of this rule.")
    private String rule;

    @Option(names = "--for", paramLabel = "TIME", description = "How long, for instance 4h; must be given.")
    private Duration time;

    @Parameters(paramLabel = "REASON", arity = "0..*", description = "Why; must be given.")
    private List<String> reason = List.of();

    @Mixin
    private BrokerOptions broker;

    @Override
    public Integer call() throws InterruptedException {
        require(time, "for how long? Give --for TIME, for instance --for 4h");
        if (reason.isEmpty()) {
            throw wrongUsage("why? Give a REASON, for instance maintenance");
        }
        BrokerOptions.Broker target = broker.broker();
        List<String> names = target.catalogue().names();
        for (String fileSystem : fileSystems) {
            if (!names.isEmpty() && !names.contains(fileSystem)) {
                throw wrongUsage("there is no file system \"" + fileSystem + "\"; did you mean "
                        + target.catalogue().nearest(fileSystem).orElseThrow() + "?");
            }
        }
        AlertTopics topics = new AlertTopics(target.kafka());
        Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);
        int others = AlertTopics.silences(topics.instructions(), now).size();
        if (others >= AlertBook.MAX_SILENCES) {
            throw new CommandFailedException(
                    others + " silences hold already; alerting takes no more than " + AlertBook.MAX_SILENCES,
                    "Lift some: ./barograph alert list shows them, ./barograph alert unsilence ID lifts one.");
        }
        String id = Long.toString(now.toEpochMilli(), RADIX);
        Instant until = now.plus(time);
        AlertInstruction.Builder silence = AlertInstruction.newBuilder()
                .setKey("silence/" + id)
                .setKind(InstructionKind.SILENCE)
                .setId(id)
                .setFileSystems(fileSystems)
                .setTypes(types)
                .setApplications(applications)
                .setRule(rule)
                .setUntil(until)
                .setReason(String.join(" ", reason));
        topics.instruct(silence, now);
        say("Silence " + id + " until " + until.truncatedTo(ChronoUnit.SECONDS) + "; ./barograph alert unsilence " + id
                + " lifts it.");
        return 0;
    }
}
