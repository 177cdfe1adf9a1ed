package io.barograph.cli.alert;

import io.barograph.alerting.RulePrecision;
import io.barograph.cli.command.BarographCommand;
import io.barograph.cli.command.BrokerOptions;
import io.barograph.schemas.Alert;
import io.barograph.schemas.AlertInstruction;
import io.barograph.schemas.AlertState;
import io.barograph.schemas.InstructionKind;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "list",
        description = {
            "Lists the alerts that channels know to be open, those of the last hours, silences, and how often each rule"
                    + " was right according to those who looked.",
            "",
            "State: open, unknown (nothing is heard any more), over, or NOT SENT with the reason. Times are UTC."
        },
        footer = "  ./barograph alert list --config barograph.yaml --hours 72")
final class AlertListCommand extends BarographCommand {
    @Option(
            names = "--hours",
            paramLabel = "N",
            defaultValue = "24",
            description = "How far back alerts are listed that are over (default: ${DEFAULT-VALUE}).")
    private int hours;

    @Mixin
    private BrokerOptions broker;

    @Override
    public Integer call() throws InterruptedException {
        AlertTopics topics = new AlertTopics(broker.broker().kafka());
        List<Alert> alerts = topics.alerts();
        List<AlertInstruction> instructions = topics.instructions();
        PrintWriter out = out();
        Instant now = Instant.now();
        alerts(out, alerts, instructions, now.minus(Duration.ofHours(hours)));
        silences(out, instructions, now);
        precision(out, alerts, instructions);
        return 0;
    }

    private static void alerts(
            PrintWriter out, List<Alert> alerts, List<AlertInstruction> instructions, Instant since) {
        Map<String, AlertInstruction> verdicts = verdicts(instructions);
        Map<String, Alert> newest = new LinkedHashMap<>();
        for (Alert alert : alerts) {
            boolean episode = alert.getState() != AlertState.DIGEST && alert.getState() != AlertState.TEST;
            if (episode) {
                newest.remove(alert.getId()); // the order is that of the last message
                newest.put(alert.getId(), alert);
            }
        }
        newest.values().removeIf(alert -> alert.getOver() && alert.getSentAt().isBefore(since));
        out.println(newest.isEmpty() ? "No alerts." : "Alerts:");
        for (Alert alert : newest.values()) {
            AlertInstruction verdict = verdicts.get(alert.getId());
            out.printf(
                    "  %-10s  %-8s  %-8s  %s  %-18s  %s%s%n",
                    alert.getId(),
                    alert.getSeverity().name().toLowerCase(Locale.ROOT),
                    state(alert),
                    alert.getSince() == null ? "-" : alert.getSince().truncatedTo(ChronoUnit.SECONDS),
                    alert.getRule(),
                    alert.getTitle(),
                    (verdict == null ? "" : " [" + word(verdict.getKind()) + ": " + verdict.getReason() + "]")
                            + (alert.getDelivered()
                                    ? ""
                                    : " [" + alert.getChannel() + ": " + alert.getFailure() + "]"));
        }
    }

    private static String state(Alert alert) {
        if (!alert.getDelivered()) {
            return "NOT SENT";
        }
        if (alert.getUnknown()) {
            return "unknown";
        }
        return alert.getOver() ? "over" : "open";
    }

    private static Map<String, AlertInstruction> verdicts(List<AlertInstruction> instructions) {
        return instructions.stream()
                .filter(AlertListCommand::isVerdict)
                .collect(Collectors.toMap(AlertInstruction::getId, verdict -> verdict));
    }

    private static boolean isVerdict(AlertInstruction instruction) {
        return instruction.getKind() == InstructionKind.TRUE_POSITIVE
                || instruction.getKind() == InstructionKind.FALSE_POSITIVE;
    }

    static String word(InstructionKind verdict) {
        return verdict == InstructionKind.FALSE_POSITIVE ? "false positive" : "true positive";
    }

    private static void silences(PrintWriter out, List<AlertInstruction> instructions, Instant now) {
        List<AlertInstruction> silences = AlertTopics.silences(instructions, now);
        if (silences.isEmpty()) {
            return;
        }
        out.println("Silences:");
        for (AlertInstruction silence : silences) {
            out.printf(
                    "  %-10s  until %s  %s  %s (%s)%n",
                    silence.getId(),
                    silence.getUntil().truncatedTo(ChronoUnit.SECONDS),
                    scope(silence),
                    silence.getReason(),
                    silence.getAuthor());
        }
    }

    private static String scope(AlertInstruction silence) {
        StringJoiner scope = new StringJoiner("; ").setEmptyValue("everything");
        part(scope, "file systems", silence.getFileSystems());
        part(scope, "types", silence.getTypes());
        part(scope, "applications", silence.getApplications());
        part(scope, "rule", silence.getRule().isEmpty() ? List.of() : List.of(silence.getRule()));
        return scope.toString();
    }

    private static void part(StringJoiner scope, String name, List<String> values) {
        if (!values.isEmpty()) {
            scope.add(name + " " + String.join(", ", values));
        }
    }

    /** Alerts by rule, and how many of the judged ones were true. */
    private static void precision(PrintWriter out, List<Alert> alerts, List<AlertInstruction> instructions) {
        Map<String, Set<String>> idsByRule = new TreeMap<>();
        alerts.stream().filter(alert -> !alert.getRule().isEmpty()).forEach(alert -> idsByRule
                .computeIfAbsent(alert.getRule(), unused -> new TreeSet<>())
                .add(alert.getId()));
        Map<String, RulePrecision> precision = RulePrecision.of(instructions.stream()
                .filter(AlertListCommand::isVerdict)
                .map(verdict -> new RulePrecision.Finding(
                        verdict.getRule(), verdict.getKind() == InstructionKind.TRUE_POSITIVE))
                .toList());
        precision.keySet().forEach(rule -> idsByRule.putIfAbsent(rule, Set.of()));
        if (idsByRule.isEmpty()) {
            return;
        }
        out.println("Rules:");
        idsByRule.forEach((rule, ids) -> {
            RulePrecision judged = precision.getOrDefault(rule, new RulePrecision(0, 0));
            out.printf(
                    Locale.ROOT,
                    "  %-18s  %4d alerts, %d true and %d false positives, precision %s%n",
                    rule,
                    ids.size(),
                    judged.truePositives(),
                    judged.falsePositives(),
                    judged.value().isEmpty()
                            ? "not known"
                            : String.format(Locale.ROOT, "%.2f", judged.value().getAsDouble()));
        });
    }
}
