package io.barograph.lab.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.management.OperatingSystemMXBean;
import io.barograph.stack.CommandFailedException;
import java.io.IOException;
import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;

/** What all benchmarks of a call found, as a table and as JSON. */
final class BenchReport {
    private static final ObjectMapper JSON = new ObjectMapper();

    private BenchReport() {}

    static void print(BenchResult result, PrintWriter out) {
        result.figures().forEach(figure -> print(result.part(), figure, out));
    }

    static void print(String part, BenchResult.Figure figure, PrintWriter out) {
        out.printf(Locale.ROOT, "%-10s %-58s %14s %s%n", part, figure.what(), number(figure.value()), figure.unit());
    }

    /** Significant places only. */
    private static String number(double value) {
        double size = Math.abs(value);
        return String.format(Locale.ROOT, size >= 1_000 ? "%,.0f" : size >= 10 ? "%,.1f" : "%.3f", value);
    }

    /** @param source folder of the clone that is measured, if it is one */
    static void write(Path file, String version, Path source, boolean quick, List<BenchResult> results)
            throws InterruptedException {
        ObjectNode report = JSON.createObjectNode();
        report.put("name", "barograph bench");
        report.put("version", version);
        report.put("revision", revision(source));
        report.put("date", Instant.now().truncatedTo(ChronoUnit.SECONDS).toString());
        report.put("quick", quick);
        report.putObject("machine")
                .put("processors", Runtime.getRuntime().availableProcessors())
                .put("memoryBytes", process().getTotalMemorySize())
                .put("heapBytes", Runtime.getRuntime().maxMemory())
                .put("java", System.getProperty("java.version") + " (" + System.getProperty("java.vendor") + ")")
                .put(
                        "system",
                        System.getProperty("os.name") + " " + System.getProperty("os.version") + " "
                                + System.getProperty("os.arch"));
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

    /** @return processor time of this process so far, garbage collection and compilation included */
    static double processorSeconds() {
        return process().getProcessCpuTime() / 1e9;
    }

    private static OperatingSystemMXBean process() {
        return (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    }

    /** @return the commit that was measured; null outside of a clone */
    private static String revision(Path source) throws InterruptedException {
        try {
            Process git = new ProcessBuilder("git", "-C", source.toString(), "describe", "--always", "--dirty")
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            String said = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            return git.waitFor() == 0 && !said.isEmpty() ? said : null;
        } catch (IOException e) {
            return null; // no git here, hence no clone
        }
    }
}
