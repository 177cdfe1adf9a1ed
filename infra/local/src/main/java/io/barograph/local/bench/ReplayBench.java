package io.barograph.local.bench;

import io.barograph.collectors.core.KafkaPublisher;
import io.barograph.collectors.core.Publisher;
import io.barograph.collectors.simulator.FileSystemModel;
import io.barograph.collectors.simulator.JobLoad;
import io.barograph.collectors.simulator.Observation;
import io.barograph.collectors.simulator.SimulatedRecords;
import io.barograph.collectors.simulator.SiteConfiguration;
import io.barograph.jobs.analysis.AnalysisConfiguration;
import io.barograph.jobs.analysis.AnalysisJob;
import io.barograph.jobs.analysis.AnalysisReplay;
import io.barograph.jobs.topics.KafkaConnection;
import io.barograph.local.command.HomeFolder;
import io.barograph.local.stack.LocalJob;
import io.barograph.local.stack.LocalStack;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** A day of a file system with 248 OSTs, all parts of the analysis on: how much faster than real time it is replayed. */
final class ReplayBench implements BenchPart {
    private static final Instant BEGIN = Instant.parse("2024-01-01T00:00:00Z");
    private static final int OSTS = 248;
    private static final int MDTS = 4;
    private static final int PARTITIONS = 2;
    private static final long SEED = 1;
    private static final String PREFIX = "bench-replay.";

    private final PrintWriter out;

    /** @param out told of each step */
    ReplayBench(PrintWriter out) {
        this.out = out;
    }

    @Override
    public String name() {
        return "replay";
    }

    @Override
    public BenchResult run(BenchScale scale) throws IOException, InterruptedException {
        Duration length = scale == BenchScale.QUICK ? Duration.ofMinutes(20) : Duration.ofDays(1);
        SiteConfiguration site = SiteConfiguration.calm(FileSystemModel.of("sim-scratch", OSTS, MDTS))
                .withJobs(JobLoad.of(Duration.ofSeconds(20), Duration.ofMinutes(5), Duration.ofMinutes(30), 0.1, 1))
                .withObservation(Observation.EVERYTHING);
        LocalStack.Settings settings =
                new LocalStack.Settings("bench", Optional.empty(), PARTITIONS, Duration.ofSeconds(10));
        try (LocalStack stack = LocalStack.startWithoutInfluxDb(settings, HomeFolder.ofLauncher(), out)) {
            KafkaConnection kafka = KafkaConnection.to(stack.broker().bootstrapServers(), PREFIX);
            stack.broker().createTopics(PREFIX, PARTITIONS, true);
            try {
                long records = publish(site, length, kafka);
                PeakHeap heap = new PeakHeap();
                long begin = System.nanoTime();
                StreamExecutionEnvironment env = stack.flink().environment();
                env.setParallelism(PARTITIONS);
                AnalysisJob.replay(
                        env, AnalysisConfiguration.defaults(site.catalogue(), kafka), AnalysisReplay.ofTopics(kafka));
                LocalJob job = stack.flink().submit("bench replay", env);
                while (!job.awaitFinish(Duration.ofMillis(200))) {
                    stack.requireHealthy();
                }
                double seconds = (System.nanoTime() - begin) / 1e9;
                return new BenchResult(
                        name(),
                        List.of(
                                new BenchResult.Figure("replayed, 248 OSTs", length.toMinutes(), "min"),
                                new BenchResult.Figure("records read", records, ""),
                                new BenchResult.Figure("took", seconds, "s"),
                                new BenchResult.Figure("records a second", records / seconds, ""),
                                new BenchResult.Figure("times real time", length.toMillis() / 1e3 / seconds, ""),
                                new BenchResult.Figure("peak heap, with garbage", heap.gibibytes(), "GiB")));
            } finally {
                stack.broker().deleteTopics(PREFIX);
            }
        }
    }

    private static long publish(SiteConfiguration site, Duration length, KafkaConnection kafka) {
        long records = 0;
        SimulatedRecords simulated = new SimulatedRecords(site, SEED, BEGIN, BEGIN.plus(length));
        try (Publisher publisher =
                new KafkaPublisher(kafka.bootstrapServers(), kafka.topicPrefix(), new Properties())) {
            while (simulated.hasNext()) {
                simulated.next().publishTo(publisher);
                records++;
            }
            publisher.flush();
        }
        return records;
    }
}
