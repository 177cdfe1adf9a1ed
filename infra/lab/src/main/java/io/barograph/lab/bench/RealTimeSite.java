package io.barograph.lab.bench;

import io.barograph.cli.export.TopicReader;
import io.barograph.flink.topics.KafkaConnection;
import io.barograph.influxdb.InfluxDbConfig;
import io.barograph.jobs.analysis.AnalysisConfiguration;
import io.barograph.jobs.analysis.AnalysisJob;
import io.barograph.jobs.publish.PublishConfiguration;
import io.barograph.jobs.publish.PublishJob;
import io.barograph.lab.simulator.SimulatorCollector;
import io.barograph.lab.simulator.plan.SiteConfiguration;
import io.barograph.runtime.KafkaPublisher;
import io.barograph.schemas.Topic;
import io.barograph.stack.LocalJob;
import io.barograph.stack.LocalStack;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.apache.avro.specific.SpecificRecord;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.kafka.common.IsolationLevel;

/** A simulated site in real time, with all jobs live. */
final class RealTimeSite implements AutoCloseable {
    /** The simulated site begins at a sampling instant; faults count from it. */
    private static final long SAMPLING_MILLIS = 5_000;

    private static final long SEED = 1;

    /** Something that runs until the site is closed. */
    interface Task {
        void run() throws Exception;
    }

    private final LocalStack stack;
    private final String prefix;
    private final WatermarkTracker publisher;
    private final SimulatorCollector simulator;
    private final Instant begin;
    private final AtomicBoolean stopped = new AtomicBoolean();
    private final AtomicReference<Throwable> failure = new AtomicReference<>();
    private final List<LocalJob> jobs = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();

    RealTimeSite(LocalStack stack, String prefix, SiteConfiguration configuration, Duration past)
            throws InterruptedException {
        this.stack = stack;
        this.prefix = prefix;
        stack.broker().createTopics(prefix, BenchRun.PARTITIONS, true);
        publisher = new WatermarkTracker(
                new KafkaPublisher(
                        stack.broker().bootstrapServers(),
                        prefix,
                        stack.broker().clientProperties()),
                BenchRun.PARTITIONS);
        simulator = new SimulatorCollector(configuration, SEED, publisher, truth -> {}, fault -> {});
        long now = Instant.now().toEpochMilli();
        Instant first = Instant.ofEpochMilli(now - now % SAMPLING_MILLIS);
        begin = first.minus(past);
        AtomicReference<Instant> pending = new AtomicReference<>(first);
        InstantSource clock = () -> Optional.ofNullable(pending.getAndSet(null)).orElseGet(Instant::now);
        run(LatencyBench.ProcessorTime.SIMULATOR, () -> simulator.run(clock, past));
    }

    /** Instant that faults count from. */
    Instant begin() {
        return begin;
    }

    WatermarkTracker watermarks() {
        return publisher;
    }

    void startAnalysis() throws InterruptedException {
        StreamExecutionEnvironment env = stack.flink().environment(BenchStateBackend.HASHMAP.options());
        env.setParallelism(BenchRun.PARTITIONS);
        AnalysisJob.build(env, kafka(), AnalysisConfiguration.defaults(simulator.catalogue()));
        jobs.add(stack.flink().submit("bench analysis", env));
    }

    void startPublish(InfluxDbConfig influxDb) throws InterruptedException {
        StreamExecutionEnvironment env = stack.flink().environment(BenchStateBackend.HASHMAP.options());
        env.setParallelism(1);
        PublishJob.build(env, new PublishConfiguration(kafka(), influxDb, "", false, false));
        jobs.add(stack.flink().submit("bench publish", env));
    }

    private KafkaConnection kafka() {
        return stack.broker().connection(prefix);
    }

    /** @param handler given each record as soon as it is written, in a thread of its own */
    <T extends SpecificRecord> void follow(Topic<T> topic, Consumer<T> handler) {
        TopicReader<T> reader = new TopicReader<>(
                stack.broker().bootstrapServers(),
                topic.in(prefix),
                IsolationLevel.READ_UNCOMMITTED,
                stack.broker().clientProperties());
        run("follow " + topic.name(), () -> reader.tail(handler, stopped::get));
    }

    /** Runs something that asks {@link #isOpen}, in a thread of its own. */
    void run(String name, Task task) {
        Thread thread = new Thread(
                () -> {
                    try {
                        task.run();
                    } catch (Exception | Error e) { // whatever it is, the benchmark has failed
                        failure.compareAndSet(null, e);
                    }
                },
                name);
        threads.add(thread);
        thread.start();
    }

    boolean isOpen() {
        return !stopped.get();
    }

    /** Throws what has failed, if something has. */
    void requireHealthy() throws InterruptedException {
        stack.requireHealthy();
        for (LocalJob job : jobs) {
            job.awaitFinish(Duration.ofMillis(1)); // throws if it failed
        }
        if (failure.get() != null) {
            throw new IllegalStateException("the live site of a benchmark", failure.get());
        }
    }

    @Override
    public void close() throws InterruptedException {
        simulator.stop();
        stopped.set(true);
        for (Thread thread : threads) {
            thread.join();
        }
        publisher.close();
        for (LocalJob job : jobs) {
            job.cancel();
        }
        stack.broker().deleteTopics(prefix);
    }
}
