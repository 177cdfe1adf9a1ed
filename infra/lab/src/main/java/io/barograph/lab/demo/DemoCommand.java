package io.barograph.lab.demo;

import io.barograph.cli.command.InfluxDbOptions;
import io.barograph.cli.command.TerminalDetection;
import io.barograph.influxdb.InfluxDbAdmin;
import io.barograph.influxdb.InfluxDbConfig;
import io.barograph.jobs.publish.PublishConfiguration;
import io.barograph.stack.CommandFailedException;
import io.barograph.stack.HomeFolder;
import io.barograph.stack.LocalStack;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
        name = "demo",
        description = {
            "Starts Kafka, Flink and, unless --influx-url names one, InfluxDB on this machine, simulates a site with two"
                    + " file systems, and shows the rates of its servers and the coverage factor of each finished run"
                    + " beside the simulator's truth; and all that a site would see on a live page, whose address is"
                    + " printed first.",
            "",
            "CF is the run's share of what its servers moved, truth the same from the simulator over the same whole"
                    + " 5 s intervals, exact that over the run's very start and end."
        },
        footer = {
            "  ./barograph demo",
            "  ./barograph demo --duration 2m",
            "  ./barograph demo --duration 90s --seed 7 --influx-url http://localhost:8086"
        })
public final class DemoCommand implements Callable<Integer> {
    private static final String TOPIC_PREFIX = "demo-";
    private static final String DATABASE = "barograph_demo";

    @Option(
            names = "--duration",
            paramLabel = "TIME",
            description = "End after this time, for instance 90s, 2m or 1h (default: at Ctrl-C).")
    private Duration duration;

    @Option(
            names = "--seed",
            paramLabel = "NUMBER",
            defaultValue = "1",
            description = "What all chance of the simulated site comes from (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Option(
            names = "--port",
            paramLabel = "NUMBER",
            defaultValue = "0",
            description = "Port of the live page; 0 takes a free one (default: ${DEFAULT-VALUE}).")
    private int port;

    @Mixin
    private InfluxDbOptions influxDb;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException {
        PrintWriter out = spec.commandLine().getOut();
        LocalStack.Settings settings = new LocalStack.Settings("demo", influxDb.url(), 4, Duration.ofSeconds(2))
                .withMetrics(started -> PublishConfiguration.flinkMetrics(influxDb.config(started, DATABASE), true));
        try (LocalStack stack = LocalStack.start(settings, HomeFolder.ofLauncher(), out)) {
            stack.broker().deleteTopics(TOPIC_PREFIX);
            InfluxDbConfig config = influxDb.config(stack.influxDb(DATABASE), DATABASE);
            Instant began = Instant.now();
            DemoSession demo = new DemoSession(stack, config, TOPIC_PREFIX + began.getEpochSecond() + ".", seed, port);
            Closing closing = new Closing(demo, config, out, began);
            // Ctrl-C closes the stack, and with it this: the summary is printed either way.
            stack.closeFirst("demo", closing);
            demo.start();
            DemoView view = new DemoView(out, TerminalDetection.isOutput(), whereToLook(demo, stack, config));
            watch(demo, view, began);
            closing.close();
            return closing.wrong() == 0 ? 0 : 1;
        }
    }

    private static List<String> whereToLook(DemoSession demo, LocalStack stack, InfluxDbConfig config) {
        return List.of(
                "Live page: " + demo.page(),
                "Flink:     " + stack.flink().webInterface() + " for who has the key "
                        + stack.flink().clientKey(),
                "InfluxDB:  " + stack.influxUrl() + " database " + config.database() + "; for instance",
                "  curl -G" + login(stack) + " '" + stack.influxUrl() + "/query?pretty=true' --data-urlencode \\",
                "    'q=SELECT job_id, cf_bw, quality FROM " + config.database() + "..job_weather'");
    }

    /** Curl reads the password from a file: on its command line it would be visible to all. */
    private static String login(LocalStack stack) {
        return stack.influxDb().map(started -> " -K " + started.curlOptions()).orElse("");
    }

    private void watch(DemoSession demo, DemoView view, Instant began) throws InterruptedException {
        while (true) {
            demo.requireHealthy();
            Duration elapsed = Duration.between(began, Instant.now());
            view.show(demo.rates().rates(), demo.scoreboard(), elapsed);
            if (duration != null && elapsed.compareTo(duration) >= 0) {
                return;
            }
            Thread.sleep(1_000); // the screen is drawn once a second
        }
    }

    /** Stops the demo and sums it up, once. */
    private static final class Closing implements AutoCloseable {
        private final DemoSession demo;
        private final InfluxDbConfig influxDb;
        private final PrintWriter out;
        private final Instant began;
        private boolean closed;
        private long wrong;

        Closing(DemoSession demo, InfluxDbConfig influxDb, PrintWriter out, Instant began) {
            this.demo = demo;
            this.influxDb = influxDb;
            this.out = out;
            this.began = began;
        }

        long wrong() {
            return wrong;
        }

        @Override
        public synchronized void close() throws InterruptedException {
            if (closed) {
                return;
            }
            closed = true;
            demo.close();
            List<CoverageScoreboard.Entry> entries = demo.scoreboard().entries();
            int waiting = demo.scoreboard().finished() - entries.size();
            wrong = entries.stream().filter(CoverageScoreboard.Entry::isWrong).count();
            double largest = entries.stream()
                    .mapToDouble(CoverageScoreboard.Entry::difference)
                    .max()
                    .orElse(0);
            out.println();
            out.printf(Locale.ROOT, "%d runs decided, %d finished too late for a decision%n", entries.size(), waiting);
            if (entries.isEmpty()) {
                out.println("A run is decided half a minute after its end, the first ones a minute after the start: try"
                        + " --duration 2m");
                out.flush();
                return;
            }
            out.printf(
                    Locale.ROOT,
                    "Largest difference of a coverage factor from the truth: %.2g %%%s%n",
                    100 * largest,
                    wrong == 0 ? "" : "; " + wrong + " runs differ by more than 1 %");
            out.println("InfluxDB holds " + stored(entries) + " of them");
            out.flush();
        }

        /** How many of the decisions are stored; an earlier demo may have left others. */
        private long stored(List<CoverageScoreboard.Entry> entries) throws InterruptedException {
            Set<String> decided = new HashSet<>();
            entries.forEach(entry -> decided.add(identity(
                    entry.weather().getJobId(),
                    ChronoUnit.NANOS.between(Instant.EPOCH, entry.weather().getStartTime()),
                    entry.weather().getFileSystem())));
            try {
                return new InfluxDbAdmin(influxDb)
                                .query("SELECT job_id, start_ns, fs FROM job_weather WHERE time >= '"
                                        + began.minus(Duration.ofHours(1)) + "'")
                                .stream()
                                .filter(row -> decided.contains(identity(
                                        row.values().get("job_id"),
                                        row.values().get("start_ns"),
                                        row.values().get("fs"))))
                                .count();
            } catch (IOException e) {
                throw new CommandFailedException(
                        "InfluxDB did not answer: " + e.getMessage(), "Its log is under .barograph/log.", e);
            }
        }

        private static String identity(Object jobId, Object startNanos, Object fileSystem) {
            return jobId + "/" + startNanos + "/" + fileSystem;
        }
    }
}
