package io.barograph.lab.bench;

import io.barograph.cli.command.BarographCommand;
import io.barograph.stack.HomeFolder;
import io.barograph.stack.LocalStack.Server;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "bench",
        description = {
            "Measures how fast Barograph is on this machine, which should have nothing else to do meanwhile. Each"
                    + " figure stands beside the limit that was measured in the same call.",
            "",
            "  ceiling     read and decode topics with plain consumers",
            "  produce     the publisher of the collectors against a plain producer",
            "  throughput  parts of the live analysis against the ceiling, for each state backend",
            "  replay      a day of 248 OSTs, as a multiple of real time",
            "  latency     job's log, or onset of contention, to result; processor left at 1 350 OSTs",
            "  growth      processor time and state by number of servers, by length and width of jobs",
            "  sink        InfluxDB sink against a plain batched writer",
            "  micro       parsers and analytics, one call each",
            "",
            "docs/performance.md explains the figures."
        },
        footer = {
            "  ./barograph bench --quick",
            "  ./barograph bench --only replay",
            "  ./barograph bench --only ceiling,throughput --json figures.json"
        })
public final class BenchCommand extends BarographCommand {
    @Option(
            names = "--only",
            paramLabel = "PART",
            split = ",",
            description = "Only these benchmarks; may be given several times (default: all).")
    private List<String> only = new ArrayList<>();

    @Option(names = "--quick", description = "Small sizes, to see whether it works: minutes in place of hours.")
    private boolean quick;

    @Option(names = "--json", paramLabel = "FILE", description = "Also writes the figures to this file.")
    private Path json;

    /**
     * A benchmark.
     *
     * @param name what {@code --only} calls it
     * @param servers what it needs beside Flink; if nothing, no Flink either
     */
    record BenchPart(String name, Set<Server> servers, Measurement measurement) {}

    private interface Measurement {
        void take(BenchRun run, BenchResult figures) throws IOException, InterruptedException;
    }

    static List<BenchPart> parts() {
        Set<Server> kafka = EnumSet.of(Server.KAFKA);
        Set<Server> all = EnumSet.allOf(Server.class);
        return List.of(
                new BenchPart("ceiling", kafka, CeilingBench::run),
                new BenchPart("produce", kafka, ProduceBench::run),
                new BenchPart("throughput", kafka, ThroughputBench::run),
                new BenchPart("replay", kafka, ReplayBench::run),
                new BenchPart("latency", all, LatencyBench::run),
                new BenchPart("growth", kafka, GrowthBench::run),
                new BenchPart("sink", all, SinkBench::run),
                new BenchPart("micro", Set.of(), MicroBench::run));
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        List<BenchPart> chosen = chosen();
        PrintWriter out = out();
        HomeFolder home = HomeFolder.ofLauncher();
        Set<Server> servers = EnumSet.noneOf(Server.class);
        chosen.forEach(part -> servers.addAll(part.servers()));
        List<BenchResult> results = new ArrayList<>();
        try (BenchRun run = BenchRun.start(quick, servers, home, out)) {
            for (BenchPart part : chosen) {
                out.println("Measuring " + part.name());
                BenchResult result = new BenchResult(part.name(), out);
                part.measurement().take(run, result);
                results.add(result);
                write(home, results); // after each, so that Ctrl-C leaves what was measured
            }
        }
        out.println("All figures");
        results.forEach(result -> BenchReport.print(result, out));
        return 0;
    }

    private List<BenchPart> chosen() {
        List<BenchPart> parts = parts();
        List<String> names = parts.stream().map(BenchPart::name).toList();
        for (String name : only) {
            if (!names.contains(name)) {
                throw wrongUsage("no benchmark " + name + "; there are " + String.join(", ", names));
            }
        }
        return parts.stream()
                .filter(part -> only.isEmpty() || only.contains(part.name()))
                .toList();
    }

    private void write(HomeFolder home, List<BenchResult> results) throws InterruptedException {
        if (json == null) {
            return;
        }
        String version;
        try {
            version = String.join(
                    " ", commandLine().getCommandSpec().root().versionProvider().getVersion());
        } catch (Exception e) { // what getVersion() declares
            throw new IllegalStateException("the version of this program", e);
        }
        BenchReport.write(json, version, home.path().resolveSibling("."), quick, results);
    }
}
