package io.barograph.servers.operators;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.OperatingSystemMXBean;
import io.barograph.flink.state.AvroFormat;
import io.barograph.schemas.AvroCodec;
import io.barograph.schemas.CatalogueFileSystem;
import io.barograph.schemas.FileSystemCatalogue;
import io.barograph.schemas.ServerKind;
import io.barograph.schemas.ServerSample;
import io.barograph.servers.history.HistoryPolicy;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.apache.flink.api.common.JobID;
import org.apache.flink.api.connector.source.util.ratelimit.RateLimiterStrategy;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.connector.datagen.source.DataGeneratorSource;
import org.apache.flink.runtime.jobgraph.JobGraph;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Measures what the workflow costs: the state of a whole day, and processor time per sample. Runs only when asked for, as
 * docs/weather.md says; properties {@code weather.osts} and {@code weather.hours} make it smaller.
 */
class WeatherBenchmark {
    private static final int OSTS = Integer.getInteger("weather.osts", 1_350);
    private static final int HOURS = Integer.getInteger("weather.hours", 24);
    private static final long START = Instant.parse("2018-02-09T00:00:00Z").toEpochMilli();
    private static final long INTERVAL = 5_000;

    private static final List<String> SERVERS = IntStream.range(0, OSTS)
            .mapToObj(ost -> String.format(Locale.ROOT, "scratch-OST%04x", ost))
            .toList();
    private static final List<String> HOSTS =
            IntStream.range(0, OSTS).mapToObj(oss -> "oss" + oss).toList();

    static {
        AvroCodec.of(ServerSample.class);
    }

    @TempDir
    private Path checkpoints;

    private static ServerSample sample(long index) {
        long ost = index % OSTS;
        long poll = index / OSTS;
        Instant time = Instant.ofEpochMilli(START + poll * INTERVAL);
        return ServerSample.newBuilder()
                .setFileSystem("scratch")
                .setServer(SERVERS.get((int) ost))
                .setHost(HOSTS.get((int) ost / 5))
                .setKind(ServerKind.OST)
                .setTime(time)
                .setPublishedAt(time)
                .setIntervalMillis((int) INTERVAL)
                .setReadBytes(poll * (1_000_000 + ost * 1_000) + (poll % 120 < 48 ? poll : 0))
                .setWriteBytes(poll * (3_000_000 + ost * 2_000))
                .setUsedKibibytes(1_000_000_000L + poll * (1_000 + ost))
                .setFreeKibibytes(3_000_000_000L - poll * (1_000 + ost))
                .setUsedInodes(10_000_000L + poll)
                .setFreeInodes(30_000_000L - poll)
                .build();
    }

    /** The operators alone, one after the other, without network. */
    @Test
    void shouldStayWithinTheStatedBoundForADay() throws Exception {
        FileSystemCatalogue catalogue = new FileSystemCatalogue(List.of(CatalogueFileSystem.of("scratch")));
        ThreadMXBean thread = ManagementFactory.getThreadMXBean();
        long[] records = {0};
        long nanos = 0;
        long polls = HOURS * 3_600_000L / INTERVAL;
        try (WeatherPipeline pipeline =
                new WeatherPipeline(catalogue, WeatherPolicy.DEFAULT, null, record -> records[0]++)) {
            for (long poll = 0; poll <= polls; poll++) {
                List<ServerSample> samples = new ArrayList<>(OSTS);
                for (int ost = 0; ost < OSTS; ost++) {
                    samples.add(sample(poll * OSTS + ost));
                }
                long began = thread.getCurrentThreadCpuTime();
                for (ServerSample sample : samples) {
                    pipeline.process(sample);
                }
                pipeline.watermark(START + poll * INTERVAL - 10_001);
                nanos += thread.getCurrentThreadCpuTime() - began;
                if (poll > 0 && poll * INTERVAL % 3_600_000 == 0) {
                    report(poll, records[0], nanos, pipeline);
                }
            }
            WeatherPipeline.Snapshot snapshot = pipeline.snapshot();
            assertThat((snapshot.servers().getStateSize() + snapshot.rates().getStateSize()) / OSTS)
                    .as("bytes per OST, samples of 8.25 h among them")
                    .isLessThan(120_000);
            assertThat(snapshot.periods().getStateSize())
                    .as("bytes per file system")
                    .isLessThan(3_000_000);
        }
    }

    private static void report(long poll, long records, long nanos, WeatherPipeline pipeline) throws Exception {
        WeatherPipeline.Snapshot snapshot = pipeline.snapshot();
        System.out.printf(
                Locale.ROOT,
                "%d OSTs, %.0f h, %,d records, %.2f us of processor time per sample; bytes per OST: servers %,d,"
                        + " rates %,d, periods %,d, all %,d%n",
                OSTS,
                poll * INTERVAL / 3.6e6,
                records,
                nanos / 1e3 / (poll + 1) / OSTS,
                snapshot.servers().getStateSize() / OSTS,
                snapshot.rates().getStateSize() / OSTS,
                snapshot.periods().getStateSize() / OSTS,
                snapshot.bytes() / OSTS);
    }

    /** The whole workflow on a cluster of two tasks, its source included. */
    @Test
    void shouldMeasureSamplesPerSecond() throws Exception {
        Configuration configuration = WeatherRun.configuration();
        configuration.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofSeconds(5));
        configuration.set(CheckpointingOptions.CHECKPOINT_STORAGE, "filesystem");
        configuration.set(
                CheckpointingOptions.CHECKPOINTS_DIRECTORY, checkpoints.toUri().toString());
        StreamExecutionEnvironment env = new StreamExecutionEnvironment(configuration);
        env.setParallelism(2);
        long samples = Math.min(HOURS, 4) * 3_600_000L / INTERVAL * OSTS;
        DataStream<ServerSample> stream = env.fromSource(
                        new DataGeneratorSource<>(
                                WeatherBenchmark::sample,
                                samples,
                                RateLimiterStrategy.noOp(),
                                AvroFormat.typeOf(ServerSample.class)),
                        WeatherRun.watermarks(),
                        "samples")
                .setParallelism(1)
                .uid("samples");
        FileSystemCatalogue catalogue = new FileSystemCatalogue(List.of(CatalogueFileSystem.of("scratch")));
        WeatherResults weather = WeatherWorkflow.weather(
                ServersStage.ofRates(stream, catalogue, WeatherPolicy.DEFAULT, HistoryPolicy.DEFAULT),
                catalogue,
                WeatherPolicy.DEFAULT);
        weather.rates().sinkTo(new DiscardingSink<>()).uid("discard rates");
        weather.periods().sinkTo(new DiscardingSink<>()).uid("discard periods");
        JobGraph graph = env.getStreamGraph().getJobGraph();
        try (MiniCluster cluster = new MiniCluster(new MiniClusterConfiguration.Builder()
                .setConfiguration(configuration)
                .setNumTaskManagers(1)
                .setNumSlotsPerTaskManager(2)
                .build())) {
            cluster.start();
            double processorBefore =
                    ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime() / 1e9;
            long began = System.nanoTime();
            JobID job = cluster.submitJob(graph).get().getJobID();
            cluster.requestJobResult(job).get().toJobExecutionResult(getClass().getClassLoader());
            double seconds = (System.nanoTime() - began) / 1e9;
            double processor =
                    ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime() / 1e9;
            System.out.printf(
                    Locale.ROOT,
                    "%,d samples of %,d OSTs in %.0f s: %,.0f samples/s, %.1f us of processor time per sample%n",
                    samples,
                    OSTS,
                    seconds,
                    samples / seconds,
                    (processor - processorBefore) * 1e6 / samples);
        }
    }
}
