package io.barograph.jobs.analysis.weather;

import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.jobs.types.AvroFormat;
import io.barograph.schemas.AvroCodec;
import io.barograph.schemas.FileSystem;
import io.barograph.schemas.FileSystemCatalogue;
import io.barograph.schemas.ServerKind;
import io.barograph.schemas.ServerRates;
import io.barograph.schemas.ServerSample;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.apache.flink.api.common.JobID;
import org.apache.flink.api.connector.source.util.ratelimit.RateLimiterStrategy;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.connector.datagen.source.DataGeneratorSource;
import org.apache.flink.runtime.checkpoint.CheckpointStatsSnapshot;
import org.apache.flink.runtime.executiongraph.AccessExecutionGraph;
import org.apache.flink.runtime.jobgraph.JobGraph;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Measures samples per second through the workflow alone, and the size of its checkpoints. Runs only when asked for:
 * {@code mvn -pl pipelines/jobs -am test -Dtest=WeatherBenchmark -Dsurefire.failIfNoSpecifiedTests=false}; {@code
 * -Dweather.osts=1350 -Dweather.hours=25} within {@code -DargLine}.
 */
class WeatherBenchmark {
    private static final int OSTS = Integer.getInteger("weather.osts", 1_350);
    private static final int HOURS = Integer.getInteger("weather.hours", 25);
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

    @Test
    void shouldStayWithinTheStatedBound() throws Exception {
        Configuration configuration = WeatherRun.configuration();
        configuration.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofSeconds(5));
        configuration.set(CheckpointingOptions.CHECKPOINT_STORAGE, "filesystem");
        configuration.set(
                CheckpointingOptions.CHECKPOINTS_DIRECTORY, checkpoints.toUri().toString());
        StreamExecutionEnvironment env = new StreamExecutionEnvironment(configuration);
        env.setParallelism(2);
        long samples = HOURS * 3_600_000L / INTERVAL * OSTS;
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
        DataStream<ServerRates> weather = WeatherWorkflow.weather(
                stream, new FileSystemCatalogue(List.of(FileSystem.of("scratch"))), WeatherPolicy.DEFAULT);
        weather.sinkTo(new DiscardingSink<>()).uid("discard");
        JobGraph graph = env.getStreamGraph().getJobGraph();
        try (MiniCluster cluster = new MiniCluster(new MiniClusterConfiguration.Builder()
                .setConfiguration(configuration)
                .setNumTaskManagers(1)
                .setNumSlotsPerTaskManager(2)
                .build())) {
            cluster.start();
            long began = System.nanoTime();
            JobID job = cluster.submitJob(graph).get().getJobID();
            cluster.requestJobResult(job).get().toJobExecutionResult(getClass().getClassLoader());
            double seconds = (System.nanoTime() - began) / 1e9;
            AccessExecutionGraph executed = cluster.getExecutionGraph(job).get();
            System.out.printf(
                    Locale.ROOT,
                    "%,d samples of %,d OSTs in %.0f s: %,.0f samples/s%n",
                    samples,
                    OSTS,
                    seconds,
                    samples / seconds);
            assertThat(largestCheckpoint(executed) / OSTS).isLessThan(40_000);
        }
    }

    private static long largestCheckpoint(AccessExecutionGraph executed) {
        CheckpointStatsSnapshot stats = executed.getCheckpointStatsSnapshot();
        SortedMap<String, Long> largestByTask = new TreeMap<>();
        long[] largest = {0};
        stats.getHistory().getCheckpoints().forEach(checkpoint -> {
            if (checkpoint.getStatus().isCompleted()) {
                largest[0] = Math.max(largest[0], checkpoint.getStateSize());
                executed.getVerticesTopologically()
                        .forEach(vertex -> largestByTask.merge(
                                vertex.getName(),
                                checkpoint
                                        .getTaskStateStats(vertex.getJobVertexId())
                                        .getStateSize(),
                                Math::max));
            }
        });
        largestByTask.forEach((task, size) ->
                System.out.printf(Locale.ROOT, "%,12d bytes, %,8d per OST: %s%n", size, size / OSTS, task));
        System.out.printf(Locale.ROOT, "%,12d bytes, %,8d per OST: checkpoint%n", largest[0], largest[0] / OSTS);
        return largest[0];
    }
}
