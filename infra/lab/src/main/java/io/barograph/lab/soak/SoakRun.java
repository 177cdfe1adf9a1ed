package io.barograph.lab.soak;

import io.barograph.cli.command.TerminalDetection;
import io.barograph.cli.export.TopicReader;
import io.barograph.cli.replay.ProgressBars;
import io.barograph.cli.replay.SiteReplayComparison;
import io.barograph.flink.topics.KafkaConnection;
import io.barograph.influxdb.InfluxDbAdmin;
import io.barograph.influxdb.InfluxDbConfig;
import io.barograph.jobs.analysis.AnalysisConfiguration;
import io.barograph.jobs.analysis.AnalysisJob;
import io.barograph.jobs.publish.PublishConfiguration;
import io.barograph.jobs.publish.PublishJob;
import io.barograph.lab.demo.CoverageScoreboard;
import io.barograph.lab.simulator.JobTruth;
import io.barograph.lab.simulator.SimulatedRecords;
import io.barograph.schemas.Topic;
import io.barograph.stack.ChildProcess;
import io.barograph.stack.CommandFailedException;
import io.barograph.stack.LocalJob;
import io.barograph.stack.LocalStack;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** One soak run on a running stack. */
final class SoakRun implements AutoCloseable {
    static final String PREFIX = "soak.";
    private static final String DATABASE = "barograph_soak";
    private static final String REPLAY = "undisturbed";

    /** Prefix of copies of what was decided outside the window. */
    private static final String OUTSIDE_PREFIX = "soak-outside.";

    private static final int PARTITIONS = 2;
    private static final Duration POLL_INTERVAL = Duration.ofSeconds(1);
    private static final Duration SAMPLE_INTERVAL = Duration.ofSeconds(30);
    private static final int MIN_SAMPLES = 60;
    private static final Duration LINE_INTERVAL = Duration.ofMinutes(5);
    private static final Duration CATCH_UP_LIMIT = Duration.ofMinutes(5);
    private static final Duration COLLECTOR_STOP_LIMIT = Duration.ofSeconds(20);

    private final LocalStack stack;
    private final SoakSite site;
    private final List<FaultPlan.Entry> plan;
    private final PrintWriter out;
    private final Path folder;
    private final Path collecting;
    private final List<SoakResult.Broken> broken = new ArrayList<>();
    private final List<SoakResult.Sample> samples = new ArrayList<>();
    private Instant wallBegin;
    private LocalJob analysis;
    private LocalJob publish;
    private SoakGauge gauge;
    private ChildProcess collector;
    private Instant nextSample;
    private Instant nextLine;
    private long calmLag;
    private Instant mended;
    private SiteReplayComparison against;
    private Path replay;

    SoakRun(LocalStack stack, SoakSite site, List<FaultPlan.Entry> plan, PrintWriter out) {
        this.stack = stack;
        this.site = site;
        this.plan = plan;
        this.out = out;
        this.folder = stack.home().data("soak");
        this.collecting = folder.resolve("collect-" + Instant.now().toEpochMilli());
    }

    SoakResult run() throws IOException, InterruptedException {
        stack.closeFirst("soak", this); // also at Ctrl-C
        start();
        for (FaultPlan.Entry entry : plan) {
            watchUntil(wallBegin.plus(entry.after()));
            breakAndMend(entry);
        }
        watchUntil(wallBegin.plus(site.wallLength()));
        awaitAll();
        // A cancelled analysis would leave results of an open transaction, which publish has stored already.
        analysis.stop(folder.resolve("savepoint"));
        say("waiting until all results are stored");
        await(
                gauge::isPublished,
                "job publish has not stored all results " + CATCH_UP_LIMIT.toMinutes() + " min after the last one");
        publish.cancel();
        prepare();
        return compare();
    }

    private void start() throws IOException, InterruptedException {
        stack.broker().deleteTopics(PREFIX);
        stack.broker().deleteTopics(OUTSIDE_PREFIX);
        stack.broker().createTopics(PREFIX, PARTITIONS, true);
        new InfluxDbAdmin(influxDb()).query("DROP DATABASE " + DATABASE);
        new InfluxDbAdmin(replayInfluxDb())
                .query("DROP DATABASE " + replayInfluxDb().database());
        new InfluxDbAdmin(influxDb()).ensureDatabaseWithInfiniteRetention();
        StreamExecutionEnvironment environment = stack.flink().environment();
        environment.setParallelism(PARTITIONS);
        AnalysisJob.build(
                environment,
                kafka(),
                AnalysisConfiguration.defaults(site.configuration().catalogue()));
        analysis = stack.flink().submit("analysis", environment);
        StreamExecutionEnvironment publishing = stack.flink().environment();
        publishing.setParallelism(1);
        PublishJob.build(publishing, new PublishConfiguration(kafka(), influxDb(), "", false, false));
        publish = stack.flink().submit("publish", publishing);
        gauge = new SoakGauge(stack, PREFIX, PARTITIONS, analysis);
        wallBegin = Instant.now();
        nextSample = wallBegin;
        nextLine = wallBegin;
        startCollector();
        say("begins: " + site.length().toMinutes() + " min of a site with " + site.osts() + " OSTs in "
                + site.wallLength().toMinutes() + " min, " + plan.size() + " faults");
    }

    private void startCollector() throws IOException {
        List<String> arguments = new ArrayList<>(List.of(
                "-Xmx512m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", SiteCollectorProgram.class.getName()));
        arguments.addAll(
                SiteCollectorProgram.arguments(site, wallBegin, stack.broker().settings(PREFIX), collecting));
        collector = ChildProcess.startJava(
                "collector", arguments, stack.home().log("soak-collector.log"), failure -> say(failure.getMessage()));
    }

    private KafkaConnection kafka() {
        return stack.broker().connection(PREFIX);
    }

    InfluxDbConfig influxDb() {
        return stack.influxDb(DATABASE);
    }

    private InfluxDbConfig replayInfluxDb() {
        return stack.influxDb(DATABASE + "_replay");
    }

    private void breakAndMend(FaultPlan.Entry entry) throws IOException, InterruptedException {
        Instant begin = Instant.now();
        Instant until = begin.plus(entry.lasting());
        say(entry.fault().label()
                + (entry.fault() == SoakFault.TASK_MANAGER_LOST
                        ? ""
                        : String.format(
                                Locale.ROOT, " for %.1f s", entry.lasting().toMillis() / 1e3)));
        switch (entry.fault()) {
            case BROKER_KILLED, BROKER_STOPPED -> {
                if (entry.fault() == SoakFault.BROKER_KILLED) {
                    stack.broker().kill();
                } else {
                    stack.broker().stop();
                }
                watchUntil(until);
                stack.broker().start();
            }
            case INFLUXDB_KILLED -> {
                stack.influxDb().orElseThrow().kill();
                watchUntil(until);
                stack.influxDb().orElseThrow().start();
            }
            case TASK_MANAGER_LOST -> stack.flink().loseTaskManager();
            case COLLECTOR_KILLED -> {
                collector.kill();
                watchUntil(until);
                startCollector();
            }
        }
        mended = Instant.now();
        broken.add(new SoakResult.Broken(entry, Duration.between(begin, mended), null));
    }

    private void watchUntil(Instant until) throws InterruptedException {
        while (Instant.now().isBefore(until)) {
            look();
            Thread.sleep(POLL_INTERVAL.toMillis()); // what is looked at says nothing by itself
        }
    }

    private void look() throws InterruptedException {
        stack.requireHealthy();
        if (analysis.awaitFinish(Duration.ZERO) || publish.awaitFinish(Duration.ZERO)) {
            throw new CommandFailedException("a job has ended by itself", "The log says more.");
        }
        Instant now = Instant.now();
        OptionalLong lag = gauge.lag();
        if (broken.isEmpty()) {
            calmLag = Math.max(calmLag, lag.orElse(0));
        } else if (mended != null && lag.isPresent() && lag.getAsLong() <= calmLag) {
            SoakResult.Broken last = broken.remove(broken.size() - 1);
            broken.add(new SoakResult.Broken(last.plan(), last.down(), Duration.between(mended, now)));
            mended = null;
        }
        if (!now.isBefore(nextSample)) {
            sample(now, lag);
        }
    }

    private void sample(Instant now, OptionalLong lag) throws InterruptedException {
        Duration usual = site.wallLength().dividedBy(MIN_SAMPLES);
        nextSample = now.plus(usual.compareTo(SAMPLE_INTERVAL) < 0 ? usual : SAMPLE_INTERVAL);
        SoakResult.Sample sample = new SoakResult.Sample(
                Duration.between(wallBegin, now),
                gauge.heapBytes(),
                gauge.stateBytes(),
                SoakGauge.residentBytes(stack.broker().pid()),
                stack.influxDb()
                        .map(server -> SoakGauge.residentBytes(server.pid()))
                        .orElseThrow(),
                lag);
        samples.add(sample);
        if (!now.isBefore(nextLine)) {
            nextLine = now.plus(LINE_INTERVAL);
            say(String.format(
                    Locale.ROOT,
                    "heap %d MiB, state of the analysis %s MiB, %s records behind",
                    sample.heapBytes() >> 20,
                    sample.stateBytes().isPresent() ? sample.stateBytes().getAsLong() >> 20 : "?",
                    lag.isPresent() ? lag.getAsLong() : "?"));
        }
    }

    /** The rest of the site's time, and until the analysis has taken in all of it. */
    private void awaitAll() throws InterruptedException {
        say("the last " + SoakSite.AFTERWARDS.toMinutes() + " min of the site, in a hurry");
        while (!Files.exists(SiteCollectorProgram.complete(collecting))) {
            stack.requireHealthy();
            Thread.sleep(POLL_INTERVAL.toMillis());
        }
        collector.stop(COLLECTOR_STOP_LIMIT);
        await(
                () -> gauge.lag().orElse(1) <= 0 && gauge.hasDecided(site.decided()),
                "the analysis has not caught up " + CATCH_UP_LIMIT.toMinutes() + " min after the last record");
    }

    private interface Condition {
        boolean holds() throws InterruptedException;
    }

    /** @param otherwise what is wrong if it does not hold in time */
    private void await(Condition condition, String otherwise) throws InterruptedException {
        Instant deadline = Instant.now().plus(CATCH_UP_LIMIT);
        while (!condition.holds()) {
            stack.requireHealthy();
            if (Instant.now().isAfter(deadline)) {
                throw new CommandFailedException(
                        otherwise,
                        "The log says more; Flink shows the job at "
                                + stack.flink().webInterface());
            }
            Thread.sleep(POLL_INTERVAL.toMillis());
        }
    }

    /** What live results are compared with: the same records analysed once more, and what lies outside the window. */
    private void prepare() throws IOException, InterruptedException {
        say("analysing the same records once more, undisturbed");
        Path configuration = Files.writeString(
                folder.resolve("soak.yaml"),
                "fileSystems: [{name: " + SoakSite.FILE_SYSTEM + ", expectedServers: " + site.osts() + "}]\n");
        against = new SiteReplayComparison(stack, kafka(), configuration, site.from(), site.to());
        replay = against.replay(REPLAY, replayInfluxDb(), new ProgressBars(System.err, TerminalDetection.isError()));
        stack.broker().createTopics(OUTSIDE_PREFIX, PARTITIONS, true);
        try {
            KafkaConnection outside = stack.broker().connection(OUTSIDE_PREFIX);
            long copied = new UnreplayedResults(
                            stack.broker().settings(PREFIX),
                            stack.broker().settings(OUTSIDE_PREFIX),
                            site.from(),
                            site.to())
                    .copy();
            say("storing " + copied + " records beside it that were decided outside the time that is analysed twice");
            StreamExecutionEnvironment publishing = stack.flink().environment();
            publishing.setParallelism(1);
            PublishJob.build(publishing, new PublishConfiguration(outside, replayInfluxDb(), REPLAY, true, false));
            LocalJob job = stack.flink().submit("publish what lies outside", publishing);
            stack.awaitFinish(job);
        } finally {
            stack.broker().deleteTopics(OUTSIDE_PREFIX);
        }
    }

    /** Compares what topics and InfluxDB hold now; after {@link #run} as often as wanted. */
    SoakResult compare() throws IOException, InterruptedException {
        say("comparing all results and all points, value by value");
        SiteReplayComparison.Outcome results = against.compare(replay);
        CoverageScoreboard scoreboard = new CoverageScoreboard();
        SimulatedRecords again = new SimulatedRecords(site.configuration(), site.seed(), site.from(), site.end());
        again.forEachRemaining(record -> {});
        again.truths().stream().filter(JobTruth::logged).forEach(scoreboard::add);
        new TopicReader<>(stack.broker().settings(PREFIX), Topic.JOB_WEATHER).readAll(scoreboard::add);
        List<CoverageScoreboard.Entry> entries = scoreboard.entries();
        return new SoakResult(
                broken,
                samples,
                results,
                entries.size(),
                entries.stream().filter(CoverageScoreboard.Entry::isWrong).count(),
                new PointDiff(influxDb(), replayInfluxDb()).compare());
    }

    private void say(String line) {
        Duration passed = wallBegin == null ? Duration.ZERO : Duration.between(wallBegin, Instant.now());
        out.printf(
                Locale.ROOT,
                "%d:%02d:%02d  %s%n",
                passed.toHours(),
                passed.toMinutesPart(),
                passed.toSecondsPart(),
                line);
    }

    @Override
    public void close() throws InterruptedException {
        if (collector != null && collector.isAlive()) {
            collector.stop(COLLECTOR_STOP_LIMIT);
        }
        if (gauge != null) {
            gauge.close();
        }
    }
}
