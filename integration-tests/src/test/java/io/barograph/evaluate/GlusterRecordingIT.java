package io.barograph.evaluate;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.barograph.cli.Barograph;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The recorded experiment on a GlusterFS volume. Its load is steadier than that of simulated sites: rules that hold there
 * can fail here.
 */
class GlusterRecordingIT {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Path RECORDING = Path.of("..", "infra/lab/gluster/recording");

    @TempDir
    private Path folder;

    @Test
    void shouldReportTheHarmThatWasDoneAndNoOther() throws Exception {
        System.setProperty("barograph.home", folder.toString());
        Path results = folder.resolve("results");
        Path faults = folder.resolve("faults.jsonl");
        execute(
                "replay",
                "--config",
                RECORDING.resolve("barograph.yaml").toString(),
                "--archive",
                RECORDING.resolve("archive").toString(),
                "--from",
                "2026-11-29T08:59:10Z",
                "--to",
                "2026-11-29T10:22:55Z",
                "--export",
                results.toString());
        execute(
                "evaluate",
                "recording",
                "--truth",
                RECORDING.resolve("truth.jsonl").toString(),
                "--from-export",
                results.toString(),
                "--shared-servers",
                "--json",
                faults.toString());

        List<JsonNode> lines = new ArrayList<>();
        for (String line : Files.readAllLines(faults)) {
            lines.add(JSON.readTree(line));
        }
        assertThat(lines).as("harms, and events that report none").hasSize(21);
        assertThat(lines)
                .filteredOn(
                        line -> line.get("fault").isNull() || line.get("event").isNull())
                .as("too many, or missed")
                .isEmpty();
    }

    private static void execute(String... arguments) {
        StringWriter out = new StringWriter();
        PrintWriter writer = new PrintWriter(out, true);
        assertThat(Barograph.commandLine().setOut(writer).setErr(writer).execute(arguments))
                .as(() -> String.join(" ", arguments) + "\n" + out)
                .isZero();
    }
}
