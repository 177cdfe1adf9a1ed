package io.barograph.lab.demo;

import io.barograph.cli.Barograph;
import io.barograph.cli.command.BarographCommand;
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
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "demo",
        description = {
            "Starts Kafka, Flink and, unless --influx-url names one, InfluxDB on this machine, simulates a site with"
                    + " two file systems, and prints what Barograph says of it while a job takes over one of them and an"
                    + " OST of the other becomes slow; and all that a site would see on a live page, whose address is"
                    + " printed first. At the end the simulator's truth stands beside what was said; the exit code is 1 if"
                    + " something was wrong.",
            "",
            "The site's time runs 12 times as fast as real time until it reaches the present: the story of 24 min takes"
                    + " 2 min. Two hours before it, which baselines and climates need, are analysed first."
        },
        footer = {
            "  ./barograph demo",
            "  ./barograph demo --duration 2m",
            "  ./barograph demo --duration 90s --seed 7 --influx-url http://localhost:8086"
        })
public final class DemoCommand extends BarographCommand {
    private static final String TOPIC_PREFIX = "demo-";
    private static final String ANSWER = "Answer: ";
    private static final String DATABASE = "barograph_demo";

    @Option(
            names = "--duration",
            paramLabel = "TIME",
            description =
                    "End after this time from the begin of the story, for instance 2m or 1h (default: at Ctrl-C).")
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

    @Override
    public Integer call() throws IOException, InterruptedException {
        PrintWriter out = out();
        LocalStack.Settings settings = new LocalStack.Settings("demo", influxDb.url(), 4, Duration.ofSeconds(2))
                .withMetrics(started -> PublishConfiguration.flinkMetrics(influxDb.config(started, DATABASE), true));
        try (LocalStack stack = LocalStack.start(settings, HomeFolder.ofLauncher(), out)) {
            stack.broker().deleteTopics(TOPIC_PREFIX);
            InfluxDbConfig config = influxDb.config(stack.influxDb(DATABASE), DATABASE);
            String prefix = TOPIC_PREFIX + Instant.now().getEpochSecond() + ".";
            DemoSession demo = new DemoSession(stack, config, prefix, seed, port);
            Closing closing = new Closing(demo, config, out);
            // Ctrl-C closes the stack, and with it this: the summary is printed either way.
            stack.closeFirst("demo", closing);
            demo.start();
            DemoView view = new DemoView(out, TerminalDetection.isOutput(), whereToLook(demo, stack, config));
            watch(demo, view, siteFile(stack, prefix));
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

    /** @return a configuration with which all commands reach the demo's topics */
    private static Path siteFile(LocalStack stack, String prefix) throws IOException {
        Path file = stack.writeSiteFile(prefix);
        Path here = Path.of("").toAbsolutePath();
        return file.startsWith(here) ? here.relativize(file) : file;
    }

    /** Curl reads the password from a file: on its command line it would be visible to all. */
    private static String login(LocalStack stack) {
        return stack.influxDb().map(started -> " -K " + started.curlOptions()).orElse("");
    }

    private void watch(DemoSession demo, DemoView view, Path siteFile) throws InterruptedException {
        while (true) {
            demo.requireHealthy();
            demo.journal().questions().forEach(question -> ask(question, demo.journal(), siteFile));
            view.show(demo.journal(), demo.scoreboard());
            if (duration != null && demo.clock().elapsed().compareTo(duration) >= 0) {
                return;
            }
            Thread.sleep(1_000); // the screen is drawn once a second
        }
    }

    /** Asks as anybody would. */
    private static void ask(DemoJournal.Question question, DemoJournal journal, Path siteFile) {
        List<String> command = List.of(
                "why",
                "--job",
                question.jobId(),
                "--fs",
                question.event().fileSystem(),
                "--config",
                siteFile.toString());
        StringWriter output = new StringWriter();
        PrintWriter printer = new PrintWriter(output);
        Barograph.commandLine().setOut(printer).setErr(printer).execute(command.toArray(String[]::new));
        List<String> lines = new ArrayList<>();
        lines.add("    $ ./barograph " + String.join(" ", command));
        output.toString().lines().map(line -> "    " + line).forEach(lines::add);
        String answer = output.toString()
                .lines()
                .filter(line -> line.startsWith(ANSWER))
                .map(line -> line.substring(ANSWER.length()))
                .findFirst()
                .orElse("no answer");
        journal.answer(question, answer, lines);
    }

    /** Stops the demo and sums it up, once. */
    private static final class Closing implements AutoCloseable {
        private final DemoSession demo;
        private final InfluxDbConfig influxDb;
        private final PrintWriter out;
        private boolean closed;
        private long wrong;

        Closing(DemoSession demo, InfluxDbConfig influxDb, PrintWriter out) {
            this.demo = demo;
            this.influxDb = influxDb;
            this.out = out;
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
            FaultScoreboard faults = new FaultScoreboard(
                    demo.faults(), demo.journal(), demo.clock().instant());
            wrong = faults.wrong() + demo.scoreboard().wrong();
            out.println();
            faults.print(out);
            out.println();
            demo.scoreboard().print(out);
            out.println("InfluxDB holds " + stored(entries) + " of them");
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
                                        + demo.clock().begin().minus(DemoStory.PAST) + "'")
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
