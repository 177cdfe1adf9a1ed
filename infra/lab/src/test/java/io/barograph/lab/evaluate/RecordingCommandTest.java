package io.barograph.lab.evaluate;

import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.cli.export.JsonLines;
import io.barograph.lab.simulator.TruthLines;
import io.barograph.lab.simulator.plan.DemandKind;
import io.barograph.schemas.EventKind;
import io.barograph.schemas.EventType;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class RecordingCommandTest {
    @TempDir
    private Path folder;

    private final StringWriter output = new StringWriter();

    @Test
    void shouldCompareTheEventsOfAFileWithTheTruthOfAnother() throws Exception {
        Path truth = folder.resolve("truth.jsonl");
        try (TruthLines lines = new TruthLines(truth)) {
            lines.write(Trials.load(DemandKind.READ, 10, 20));
            lines.write(Trials.hotspot(30, 40));
            lines.write(Trials.degraded(DemandKind.WRITE, 50, 60));
        }
        Files.write(
                folder.resolve("contention-events.jsonl"),
                List.of(
                        JsonLines.line(Trials.contention(EventType.READ, 11, 19).build()),
                        JsonLines.line(
                                Trials.contention(EventType.WRITE, 30, 39).build()),
                        JsonLines.line(Trials.event(EventKind.DEGRADED, EventType.WRITE, 51, 60)
                                .build())));

        assertThat(run("--truth", truth.toString(), "--from-export", folder.toString()))
                .isZero();

        assertThat(row("READ")).startsWith("1", "1", "1.000", "1", "1.000");
        assertThat(row("HOTSPOT")).startsWith("1", "0", "0.000", "0", "-");
        assertThat(row("WRITE")).startsWith("0", "0", "-", "1", "0.000");
        assertThat(row("degraded data")).startsWith("1", "1", "1.000", "1", "1.000");
        assertThat(output.toString()).contains("Beside HOTSPOT also reported: 1 WRITE");
    }

    @Test
    void shouldTakeADegradationOfEitherForOneOfServersThatKeepDataAndMetadata() throws Exception {
        Path truth = folder.resolve("truth.jsonl");
        try (TruthLines lines = new TruthLines(truth)) {
            lines.write(Trials.degraded(DemandKind.WRITE, 50, 60));
        }
        Files.writeString(
                folder.resolve("contention-events.jsonl"),
                JsonLines.line(Trials.event(EventKind.DEGRADED, EventType.METADATA, 51, 60)
                        .build()));

        assertThat(run("--truth", truth.toString(), "--from-export", folder.toString()))
                .isZero();
        assertThat(row("degraded data")).startsWith("1", "0", "0.000", "0", "-");

        assertThat(sharedServers(truth)).isZero();
        assertThat(row("degraded metadata")).startsWith("1", "1", "1.000", "1", "1.000");

        Files.writeString(
                folder.resolve("contention-events.jsonl"),
                JsonLines.line(
                        Trials.event(EventKind.DEGRADED, EventType.READ, 51, 60).build()));
        try (TruthLines lines = new TruthLines(truth)) {
            lines.write(Trials.degraded(DemandKind.METADATA, 50, 60));
        }
        assertThat(sharedServers(truth)).isZero();
        assertThat(row("degraded data")).startsWith("1", "1", "1.000", "1", "1.000");
    }

    private int sharedServers(Path truth) {
        output.getBuffer().setLength(0);
        return run("--truth", truth.toString(), "--from-export", folder.toString(), "--shared-servers");
    }

    @Test
    void shouldSayWhichLineIsNoTruth() throws Exception {
        Path truth = Files.writeString(folder.resolve("truth.jsonl"), "{\"kind\":\"RUN\"}\n{\"kind\":\"FAULT\"}\n");
        assertThat(run("--truth", truth.toString(), "--from-export", folder.toString()))
                .isNotZero();
        assertThat(output.toString()).contains("truth.jsonl, line 2 is no truth of a fault");

        Files.writeString(truth, "{\"kind\":\"RUN\"}\n");
        assertThat(run("--truth", truth.toString(), "--from-export", folder.toString()))
                .isNotZero();
        assertThat(output.toString()).contains("no line of " + truth + " is of the kind FAULT");
    }

    @Test
    void shouldSayWhichFileIsNotThere() {
        Path truth = folder.resolve("truth.jsonl");
        assertThat(run("--truth", truth.toString(), "--from-export", folder.toString()))
                .isNotZero();
        assertThat(output.toString()).contains("the truth cannot be read from " + truth);

        try (TruthLines lines = new TruthLines(truth)) {
            lines.write(Trials.hotspot(30, 40));
        }
        assertThat(run("--truth", truth.toString(), "--from-export", folder.toString()))
                .isNotZero();
        assertThat(output.toString()).contains("there is no contention-events.jsonl in " + folder);
    }

    @Test
    void shouldAskForWhatItNeeds() {
        assertThat(run("--truth", "truth.jsonl")).isNotZero();
        assertThat(output.toString()).contains("give --truth and --from-export");
    }

    private int run(String... arguments) {
        PrintWriter writer = new PrintWriter(output, true);
        return new CommandLine(new RecordingCommand())
                .setOut(writer)
                .setErr(writer)
                .execute(arguments);
    }

    private List<String> row(String title) {
        return output.toString()
                .lines()
                .filter(line -> line.startsWith(title + " "))
                .map(line -> List.of(line.substring(title.length()).strip().split("\\s+")))
                .findFirst()
                .orElseThrow();
    }
}
