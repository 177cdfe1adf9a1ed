package io.barograph.lab.soak;

import io.barograph.cli.command.BarographCommand;
import io.barograph.flink.JobArguments;
import io.barograph.stack.HomeFolder;
import io.barograph.stack.LocalStack;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "soak",
        description = {
            "Runs broker, collector, analysis, publishing and InfluxDB on this machine for hours on a simulated site,"
                    + " while they are killed, stopped and started again by chance. Then it analyses the same records once"
                    + " more, undisturbed, and says what was lost and what was doubled, in the topics and in InfluxDB;"
                    + " whether the coverage factors are those of the simulator; how memory, state and lag went.",
            "",
            "Compared are all results, and all points in InfluxDB with every field. The exit code is 0 if nothing was"
                    + " lost, doubled or wrong and memory did not grow, else 1; 3 if there was nothing to compare of"
                    + " something."
        },
        footer = {
            "  ./barograph soak --hours 1 --faults random --seed 7",
            "  ./barograph soak --hours 0.2 --speed 4 --faults broker-killed,collector-killed",
            "  ./barograph soak --hours 8 --faults none --osts 248"
        })
public final class SoakCommand extends BarographCommand {
    private static final String RANDOM = "random";
    private static final String NONE = "none";
    private static final double MIN_HOURS = 0.05;
    private static final int SLOTS = 6;
    private static final int SHOWN = 20;

    @Option(
            names = "--hours",
            paramLabel = "NUMBER",
            defaultValue = "1",
            description = "How long, at least " + MIN_HOURS + " (default: ${DEFAULT-VALUE}).")
    private double hours;

    @Option(
            names = "--faults",
            paramLabel = "WHICH",
            split = ",",
            defaultValue = RANDOM,
            description = "What breaks: random for everything, none, or some of broker-killed, broker-stopped,"
                    + " influxdb-killed, task-manager-lost, collector-killed (default: ${DEFAULT-VALUE}).")
    private List<String> faults;

    @Option(
            names = "--seed",
            paramLabel = "NUMBER",
            defaultValue = "1",
            description = "What all chance comes from, of the site and of the faults (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Option(
            names = "--speed",
            paramLabel = "NUMBER",
            defaultValue = "1",
            description =
                    "How many times faster than the clock the time of the site passes (default: ${DEFAULT-VALUE}).")
    private double speed;

    @Option(
            names = "--osts",
            paramLabel = "NUMBER",
            defaultValue = "24",
            description = "OSTs of the site (default: ${DEFAULT-VALUE}).")
    private int osts;

    @Override
    public Integer call() throws IOException, InterruptedException {
        check();
        List<SoakFault> which = which();
        PrintWriter out = out();
        Duration wall = Duration.ofMillis((long) (hours * Duration.ofHours(1).toMillis()));
        Duration length = Duration.ofMillis((long) (wall.toMillis() * speed));
        // All of it is past: the broker refuses what is an hour ahead.
        Instant from =
                Instant.now().truncatedTo(ChronoUnit.MINUTES).minus(length).minus(SoakSite.AFTERWARDS);
        SoakSite site = new SoakSite(osts, seed, from, length, speed);
        LocalStack.Settings settings =
                new LocalStack.Settings("soak", Optional.empty(), SLOTS, JobArguments.CHECKPOINT_INTERVAL);
        try (LocalStack stack = LocalStack.start(settings, HomeFolder.ofLauncher(), out)) {
            SoakResult result = new SoakRun(stack, site, FaultPlan.random(which, wall, seed), out).run();
            print(result, out);
            return result.verdict().exitCode();
        }
    }

    private void check() {
        if (hours < MIN_HOURS) {
            throw wrongUsage("--hours takes a number from " + MIN_HOURS + " on, not " + hours);
        }
        if (!(speed > 0)) {
            throw wrongUsage("--speed takes a number above 0, not " + speed);
        }
        if (osts < 1) {
            throw wrongUsage("--osts takes a number from 1 on, not " + osts);
        }
    }

    private List<SoakFault> which() {
        if (faults.equals(List.of(RANDOM))) {
            return List.of(SoakFault.values());
        }
        if (faults.equals(List.of(NONE))) {
            return List.of();
        }
        Map<String, SoakFault> known = new LinkedHashMap<>();
        for (SoakFault fault : SoakFault.values()) {
            known.put(fault.label(), fault);
        }
        List<SoakFault> which = new ArrayList<>();
        for (String name : faults) {
            SoakFault fault = known.get(name.strip());
            if (fault == null) {
                throw wrongUsage(
                        "--faults: " + name + " is none of random, none, " + String.join(", ", known.keySet()));
            }
            which.add(fault);
        }
        return which;
    }

    private static void print(SoakResult result, PrintWriter out) {
        out.println();
        out.println("fault               after     down  caught up");
        result.broken()
                .forEach(each -> out.printf(
                        Locale.ROOT,
                        "%-18s %3d min  %5.1f s  %s%n",
                        each.plan().fault().label(),
                        each.plan().after().toMinutes(),
                        each.down().toMillis() / 1e3,
                        each.caughtUp() == null
                                ? "not before the next one"
                                : String.format(
                                        Locale.ROOT,
                                        "%.1f s later",
                                        each.caughtUp().toMillis() / 1e3)));
        out.println();
        out.println("       after  heap MiB  state MiB  broker MiB  InfluxDB MiB  records behind");
        int step = Math.max(1, result.samples().size() / 12);
        for (int i = 0; i < result.samples().size(); i += step) {
            SoakResult.Sample sample = result.samples().get(i);
            out.printf(
                    Locale.ROOT,
                    "%8d min %9d %10s %11s %13s %15s%n",
                    sample.after().toMinutes(),
                    sample.heapBytes() >> 20,
                    mebibytes(sample.stateBytes()),
                    mebibytes(sample.brokerBytes()),
                    mebibytes(sample.influxDbBytes()),
                    sample.lag().isPresent() ? String.valueOf(sample.lag().getAsLong()) : "-");
        }
        out.printf(
                Locale.ROOT,
                "heap of the last quarter against the second: %+.1f %%; most records behind: %d%n",
                100 * result.heapGrowth(),
                result.samples().stream()
                        .mapToLong(sample -> sample.lag().orElse(0))
                        .max()
                        .orElse(0));
        out.println();
        out.println("results compared: " + result.results().records());
        out.printf(
                Locale.ROOT,
                "lost: %d, doubled: %d, not in the replay: %d%n",
                result.results().missing(),
                result.results().doubled(),
                result.results().extra());
        result.results().differences().stream().limit(SHOWN).forEach(line -> out.println("  " + line));
        out.printf(
                Locale.ROOT,
                "coverage factors: %d decided, %d differ from the simulator's%n",
                result.decided(),
                result.wrong());
        result.points().forEach(each -> {
            out.printf(
                    Locale.ROOT,
                    "points of %-18s %,10d compared with %,d: %d lost, %d too many, %d different%n",
                    each.measurement(),
                    each.live(),
                    each.expected(),
                    each.missing(),
                    each.extra(),
                    each.different());
            each.differences().forEach(line -> out.println("  " + line));
        });
        result.faults().forEach(line -> out.println(line));
        String gaps = String.join(", ", result.gaps());
        if (!gaps.isEmpty()) {
            out.println("nothing to compare: no " + gaps + ". Run longer, --hours or --speed.");
        }
        out.println(result.verdict().words());
    }

    private static String mebibytes(OptionalLong bytes) {
        return bytes.isPresent() ? String.valueOf(bytes.getAsLong() >> 20) : "-";
    }
}
