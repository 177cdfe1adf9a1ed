package io.barograph.lab.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.barograph.cli.Barograph;
import io.barograph.testing.AtLength;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/**
 * The benchmarks work. What they find on a machine that does other things meanwhile means nothing, so no time is asserted;
 * {@code latency} and {@code replay} take minutes even when they are small, and other tests run what they are made of.
 */
class BenchIT {
    @TempDir
    private Path folder;

    @AtLength
    @Test
    void shouldFindEveryFigure() throws Exception {
        System.setProperty("barograph.home", folder.toString());
        Path json = folder.resolve("figures.json");
        StringWriter out = new StringWriter();
        CommandLine commandLine = Barograph.commandLine().setOut(new PrintWriter(out, true));

        int code = commandLine.execute(
                "bench",
                "--quick",
                "--only",
                "ceiling,produce,throughput",
                "--only",
                "sink,micro",
                "--json",
                json.toString());

        assertThat(code).as(out.toString()).isZero();
        JsonNode report = new ObjectMapper().readTree(json.toFile());
        assertThat(report.get("name").asText()).isEqualTo("barograph bench");
        assertThat(report.get("version").asText()).startsWith("Barograph ");
        assertThat(report.get("quick").asBoolean()).isTrue();
        assertThat(report.get("machine").get("processors").asInt()).isPositive();
        List<String> figures = new ArrayList<>();
        for (JsonNode figure : report.get("figures")) {
            String name =
                    figure.get("part").asText() + ": " + figure.get("what").asText();
            figures.add(name);
            double value = figure.get("value").asDouble();
            assertThat(value).as(name).isFinite();
            // The difference of two runs may be lost in what else the machine does.
            assertThat(value > 0 || name.contains(": job of ")).as(name).isTrue();
            assertThat(out.toString()).contains(figure.get("what").asText());
        }
        assertThat(figures)
                .contains(
                        "ceiling: all inputs, one thread",
                        "produce: publisher / plain producer",
                        "throughput: coverage and weather, hashmap / ceiling",
                        "throughput: all parts, hashmap / ceiling",
                        "throughput: all parts, rocksdb / ceiling",
                        "sink: sink / plain batched writer",
                        "micro: decode a poll of 248 servers",
                        "micro: coverage factor of 30 min, one server",
                        "micro: add a value to a sketch");
        if (System.getenv("BAROGRAPH_DARSHAN_LIBRARY") != null) {
            assertThat(figures).contains("micro: parse a Darshan log");
        }
    }

    @Test
    void shouldNameTheBenchmarksWhenAskedForAnother() {
        StringWriter errors = new StringWriter();
        CommandLine commandLine = Barograph.commandLine().setErr(new PrintWriter(errors, true));

        int code = commandLine.execute("bench", "--only", "speed");

        assertThat(code).isEqualTo(2);
        assertThat(errors.toString())
                .contains("no benchmark speed; there are ceiling, produce, throughput, replay, latency, growth, sink,"
                        + " micro");
    }

    @Test
    void shouldExplainEveryBenchmarkInTheHelp() {
        StringWriter out = new StringWriter();

        int code = Barograph.commandLine().setOut(new PrintWriter(out, true)).execute("bench", "--help");

        assertThat(code).isZero();
        assertThat(BenchCommand.parts())
                .extracting(BenchCommand.BenchPart::name)
                .allSatisfy(name -> assertThat(out.toString()).contains("  " + name + " "));
    }
}
