package io.barograph.lab.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.barograph.stack.CommandFailedException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** What all benchmarks of a call found, as a table and as JSON. */
final class BenchReport {
    private static final ObjectMapper JSON = new ObjectMapper();

    private BenchReport() {}

    /** A table of all that a benchmark found. */
    static void print(BenchResult result, PrintWriter out) {
        result.figures().forEach(figure -> print(result.part(), figure, out));
    }

    /** One row of the table. */
    static void print(String part, BenchResult.Figure figure, PrintWriter out) {
        out.printf(Locale.ROOT, "%-10s %-58s %14s %s%n", part, figure.what(), number(figure.value()), figure.unit());
    }

    /** Significant places only. */
    private static String number(double value) {
        double size = Math.abs(value);
        return String.format(Locale.ROOT, size >= 1_000 ? "%,.0f" : size >= 10 ? "%,.1f" : "%.3f", value);
    }

    static void write(Path file, String version, MachineDescription machine, boolean quick, List<BenchResult> results) {
        ObjectNode report = JSON.createObjectNode();
        report.put("name", "barograph bench");
        report.put("version", version);
        report.put("revision", machine.revision());
        report.put("date", machine.date().toString());
        report.put("quick", quick);
        report.putObject("machine")
                .put("processors", machine.processors())
                .put("memoryBytes", machine.memoryBytes())
                .put("heapBytes", machine.heapBytes())
                .put("java", machine.java())
                .put("system", machine.system());
        ArrayNode figures = report.putArray("figures");
        for (BenchResult result : results) {
            for (BenchResult.Figure figure : result.figures()) {
                figures.addObject()
                        .put("part", result.part())
                        .put("what", figure.what())
                        .put("value", figure.value())
                        .put("unit", figure.unit());
            }
        }
        try {
            Files.writeString(file, report.toPrettyString() + System.lineSeparator());
        } catch (IOException e) {
            throw new CommandFailedException(
                    "cannot write " + file + ": " + e.getMessage(), "Give --json a file in a folder that exists.", e);
        }
    }
}
