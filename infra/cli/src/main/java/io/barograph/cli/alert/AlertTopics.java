package io.barograph.cli.alert;

import io.barograph.cli.command.BarographCommand;
import io.barograph.cli.export.ResultTopics;
import io.barograph.configuration.KafkaSettings;
import io.barograph.schemas.Alert;
import io.barograph.schemas.AlertInstruction;
import io.barograph.schemas.InstructionKind;
import io.barograph.schemas.NearestName;
import io.barograph.schemas.Topic;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.apache.avro.specific.SpecificRecord;
import picocli.CommandLine.ParameterException;

record AlertTopics(KafkaSettings kafka) {
    private static final Duration TIMEOUT = Duration.ofSeconds(15);

    /** @return what was sent, in that order */
    List<Alert> alerts() throws InterruptedException {
        List<Alert> alerts = new ArrayList<>();
        new ResultTopics(kafka).read(Topic.ALERTS, alerts::add);
        alerts.sort(Comparator.comparing(Alert::getSentAt));
        return alerts;
    }

    /** @return the last word on each silence and alert, in the order of their times */
    List<AlertInstruction> instructions() throws InterruptedException {
        List<AlertInstruction> all = new ArrayList<>();
        new ResultTopics(kafka).read(Topic.ALERT_INSTRUCTIONS, all::add);
        Map<String, AlertInstruction> last = new HashMap<>();
        all.forEach(instruction -> last.merge(
                instruction.getKey(), instruction, (a, b) -> b.getRecordedAt().isBefore(a.getRecordedAt()) ? a : b));
        return last.values().stream()
                .sorted(Comparator.comparing(AlertInstruction::getRecordedAt).thenComparing(AlertInstruction::getKey))
                .toList();
    }

    /** @return those that are in force, in the order of their times */
    static List<AlertInstruction> silences(List<AlertInstruction> instructions, Instant now) {
        return instructions.stream()
                .filter(instruction -> instruction.getKind() == InstructionKind.SILENCE
                        && instruction.getUntil() != null
                        && instruction.getUntil().isAfter(now))
                .toList();
    }

    /** Publishes what the user of this program says. */
    void instruct(AlertInstruction.Builder instruction, Instant now) {
        instruction.setAuthor(System.getProperty("user.name")).setRecordedAt(now);
        publish(Topic.ALERT_INSTRUCTIONS, instruction.build());
    }

    /**
     * @param kind what they are, for the message
     * @param otherwise what to say where there are none at all
     * @throws ParameterException if none has that id; the message names the nearest one
     */
    static <T> T find(
            String kind, String id, List<T> all, Function<T, String> idOf, BarographCommand command, String otherwise) {
        return all.stream()
                .filter(candidate -> idOf.apply(candidate).equals(id))
                .findFirst()
                .orElseThrow(() -> command.wrongUsage("there is no " + kind + " " + id
                        + NearestName.of(id, all.stream().map(idOf).toList())
                                .map(nearest -> "; did you mean " + nearest + "?")
                                .orElse(otherwise)));
    }

    <T extends SpecificRecord> void publish(Topic<T> topic, T record) {
        new ResultTopics(kafka).publish(topic, record, TIMEOUT);
    }
}
