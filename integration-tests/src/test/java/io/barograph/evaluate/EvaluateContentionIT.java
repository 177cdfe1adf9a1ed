package io.barograph.evaluate;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.barograph.cli.Barograph;
import io.barograph.testing.AtLength;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command that measures how well contention is recognised, on one site with faults and a quiet one. */
@AtLength
class EvaluateContentionIT {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final List<String> CONTENTION = List.of("READ", "WRITE", "METADATA", "HOTSPOT");

    @TempDir
    private Path folder;

    @Test
    void shouldReportWhatASimulatedSiteDidAndNothingElse() throws Exception {
        System.setProperty("barograph.home", folder.toString());
        Path json = folder.resolve("faults.jsonl");
        StringWriter out = new StringWriter();

        int code = Barograph.commandLine()
                .setOut(new PrintWriter(out, true))
                .execute(
                        "evaluate",
                        "contention",
                        "--seeds",
                        "1",
                        "--from-seed",
                        "101",
                        "--warm-up",
                        "1h",
                        "--quiet-seeds",
                        "1",
                        "--quiet-for",
                        "1h",
                        "--json",
                        json.toString());

        assertThat(code).isZero();
        List<JsonNode> lines = new ArrayList<>();
        for (String line : Files.readAllLines(json)) {
            lines.add(JSON.readTree(line));
        }
        List<JsonNode> faults =
                lines.stream().filter(line -> !line.get("fault").isNull()).toList();
        Map<String, Long> found = faults.stream()
                .filter(line -> !line.get("event").isNull())
                .collect(Collectors.groupingBy(line -> line.get("fault").asText(), Collectors.counting()));
        assertThat(faults).hasSize(11);
        assertThat(found)
                .isEqualTo(Map.of(
                        "READ", 2L,
                        "WRITE", 2L,
                        "METADATA", 2L,
                        "HOTSPOT", 1L,
                        "DEGRADED_DATA", 1L,
                        "DEGRADED_METADATA", 1L,
                        "CAPACITY", 1L));
        assertThat(faults)
                .filteredOn(line -> CONTENTION.contains(line.get("fault").asText()))
                .allSatisfy(line -> {
                    JsonNode event = line.get("event");
                    assertThat(event.get("state").asText()).isEqualTo("CLOSED");
                    assertThat(event.get("onset").asText())
                            .isGreaterThanOrEqualTo(line.get("onset").asText());
                });
        assertThat(lines).as("events that report no fault").hasSize(faults.size());
        assertThat(out.toString()).contains("all contention").contains("Quiet: 0 events of contention, 0 others");
        List<String> why = out.toString()
                .lines()
                .dropWhile(line -> !line.startsWith("why"))
                .toList();
        // title, instants, right, unknown, share, runs, ...
        assertThat(why)
                .hasSize(14)
                .filteredOn(line -> line.startsWith("all"))
                .singleElement()
                .satisfies(line -> {
                    List<String> cells = List.of(line.trim().split("\\s+", -1));
                    assertThat(cells.get(1)).as("11 faults and 10 pauses").isEqualTo("21");
                    assertThat(Double.parseDouble(cells.get(4)))
                            .as(out.toString())
                            .isGreaterThanOrEqualTo(0.8);
                    assertThat(Integer.parseInt(cells.get(5))).isGreaterThan(10);
                });
    }
}
