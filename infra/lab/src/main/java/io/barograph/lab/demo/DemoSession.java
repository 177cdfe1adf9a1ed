package io.barograph.lab.demo;

import io.barograph.cli.export.TopicReader;
import io.barograph.cli.serve.LivePageServer;
import io.barograph.configuration.LivePageSettings;
import io.barograph.flink.topics.KafkaConnection;
import io.barograph.influxdb.InfluxDbAdmin;
import io.barograph.influxdb.InfluxDbConfig;
import io.barograph.jobs.analysis.AnalysisConfiguration;
import io.barograph.jobs.analysis.AnalysisJob;
import io.barograph.jobs.publish.PublishConfiguration;
import io.barograph.jobs.publish.PublishJob;
import io.barograph.lab.simulator.FaultTruth;
import io.barograph.lab.simulator.SimulatorCollector;
import io.barograph.lab.simulator.plan.SiteConfiguration;
import io.barograph.runtime.KafkaPublisher;
import io.barograph.schemas.ServerRates;
import io.barograph.schemas.Span;
import io.barograph.schemas.Topic;
import io.barograph.schemas.TrafficDirection;
import io.barograph.stack.CommandFailedException;
import io.barograph.stack.LocalStack;
import java.io.IOException;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.apache.avro.specific.SpecificRecord;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A simulated site on a running stack: the simulator publishes as a collector does, the jobs run live, and what comes
 * out is put beside what the simulator knows.
 */
final class DemoSession implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(DemoSession.class);
    private static final int PARTITIONS = 2;

    /** The rates of a minute come when it is over, and those of the last one with the first samples of the story. */
    private static final Duration PAST_RATES = Duration.ofMinutes(2);

    private final LocalStack stack;
    private final InfluxDbConfig influxDb;
    private final String prefix;
    private final DemoClock clock = new DemoClock(Clock.systemUTC(), DemoStory.LENGTH);
    private final DemoJournal journal;
    private final List<FaultTruth> faults = new CopyOnWriteArrayList<>();
    private final CoverageScoreboard scoreboard = new CoverageScoreboard();
    private final AtomicBoolean stopped = new AtomicBoolean();
    private final AtomicReference<Throwable> failure = new AtomicReference<>();
    private final List<Thread> threads = new ArrayList<>();
    private final KafkaPublisher publisher;
    private final SimulatorCollector simulator;
    private final int port;
    private LivePageServer serving;

    /** @param port port of the live page; 0 for a free one */
    DemoSession(LocalStack stack, InfluxDbConfig influxDb, String prefix, long seed, int port) {
        this.port = port;
        this.stack = stack;
        this.influxDb = influxDb;
        this.prefix = prefix;
        this.publisher = new KafkaPublisher(
                stack.broker().bootstrapServers(), prefix, stack.broker().clientProperties());
        SiteConfiguration site = DemoStory.site(seed);
        this.simulator = new SimulatorCollector(site, seed, publisher, scoreboard::add, faults::add);
        this.journal = new DemoJournal(clock.begin(), site.fileSystems().size());
    }

    void start() throws IOException, InterruptedException {
        new InfluxDbAdmin(influxDb).ensureDatabase();
        stack.broker().createTopics(prefix, PARTITIONS, false);
        KafkaConnection kafka = stack.broker().connection(prefix);

        StreamExecutionEnvironment analysis = stack.flink().environment();
        analysis.setParallelism(PARTITIONS);
        AnalysisJob.build(analysis, kafka, AnalysisConfiguration.defaults(simulator.catalogue()));
        stack.flink().submit("analysis", analysis);

        StreamExecutionEnvironment publish = stack.flink().environment();
        publish.setParallelism(1);
        PublishConfiguration results = new PublishConfiguration(kafka, influxDb, "", false, true);
        results.ensureRetentionLevels();
        PublishJob.build(publish, results);
        stack.flink().submit("publish", publish);

        serving = LivePageServer.start(
                LivePageSettings.forThisHost(port),
                new LivePageServer.Installation(stack.broker().settings(prefix), influxDb, true, simulator.catalogue()),
                clock.withZone(ZoneOffset.UTC));

        run("simulator", () -> simulator.run(clock, DemoStory.PAST));
        follow(Topic.SERVER_RATES, this::add);
        follow(Topic.CONTENTION_EVENTS, journal::add);
        follow(Topic.JOB_WEATHER, scoreboard::add);
    }

    private void add(ServerRates rates) {
        if (rates.getSpan() != Span.MINUTE || rates.getDirection() != TrafficDirection.TOTAL) {
            return;
        }
        journal.add(rates);
        if (!journal.observedTo().isBefore(clock.begin().minus(PAST_RATES))) {
            clock.start(); // the analysis has read the past
        }
    }

    private <T extends SpecificRecord> void follow(Topic<T> topic, Consumer<T> handler) {
        TopicReader<T> reader = new TopicReader<>(stack.broker().settings(prefix), topic);
        run("follow " + topic.name(), () -> reader.tail(handler, stopped::get));
    }

    /** Something that runs until the demo stops. */
    private interface Task {
        void run() throws InterruptedException;
    }

    private void run(String name, Task task) {
        Thread thread = new Thread(
                () -> {
                    try {
                        task.run();
                    } catch (InterruptedException e) {
                        LOG.debug("{} was interrupted", name, e);
                    } catch (RuntimeException | Error e) { // without this part the demo is none
                        if (!stopped.get()) {
                            failure.compareAndSet(null, e);
                        }
                        LOG.error("{} ended", name, e);
                    }
                },
                name);
        threads.add(thread);
        thread.start();
    }

    /** @throws CommandFailedException if a part of the demo has failed */
    void requireHealthy() {
        stack.requireHealthy();
        Throwable cause = failure.get();
        if (cause instanceof CommandFailedException failed) {
            throw failed;
        }
        if (cause != null) {
            throw new CommandFailedException("the demo failed: " + cause.getMessage(), "The log says more.", cause);
        }
    }

    /** @return address of the live page, once started */
    URI page() {
        return serving.url();
    }

    DemoClock clock() {
        return clock;
    }

    DemoJournal journal() {
        return journal;
    }

    /** @return what the faults did whose consequences are over; once closed, all that have begun */
    List<FaultTruth> faults() {
        return faults;
    }

    CoverageScoreboard scoreboard() {
        return scoreboard;
    }

    /** Stops the page, the simulator between two polls, and then the readers. */
    @Override
    public void close() throws InterruptedException {
        if (serving != null) {
            serving.close();
        }
        simulator.stop();
        stopped.set(true);
        for (Thread thread : threads) {
            thread.join();
        }
        publisher.close();
    }
}
