package io.barograph.runs.operators;

import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.flink.state.AvroFormat;
import io.barograph.schemas.JobSummary;
import io.barograph.schemas.JobWeather;
import io.barograph.schemas.ServerSample;
import io.barograph.servers.history.HistoryPolicy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.connector.source.util.ratelimit.RateLimiterStrategy;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.connector.datagen.source.DataGeneratorSource;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.util.CloseableIterator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A task killed after a checkpoint: the job goes on from it, and its results are those of an undisturbed run. */
class CoverageFactorsRestoreTest {
    private static final int OSTS = 4;
    private static final int POLLS = 400;

    @TempDir
    private Path checkpoints;

    /** The sample that a source emits at a place of its sequence. */
    private static ServerSample sample(long index) {
        int second = (int) (index / OSTS) * 5;
        int ost = (int) (index % OSTS);
        return Site.sample(ost, second, (long) second * second * (ost + 1));
    }

    private static List<JobSummary> summaries() {
        List<JobSummary> summaries = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            summaries.add(Site.summary("job-" + i, 40 * i, 40 * i + 30 + i, 10_000L * i, i % 4));
        }
        return summaries;
    }

    private List<JobWeather> run(boolean kill) throws Exception {
        Configuration configuration = new Configuration();
        configuration.set(PipelineOptions.GENERIC_TYPES, false);
        configuration.set(PipelineOptions.AUTO_GENERATE_UIDS, false);
        configuration.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofMillis(100));
        configuration.set(CheckpointingOptions.CHECKPOINT_STORAGE, "filesystem");
        configuration.set(
                CheckpointingOptions.CHECKPOINTS_DIRECTORY, checkpoints.toUri().toString());
        configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "fixed-delay");
        StreamExecutionEnvironment env = StreamExecutionEnvironment.createLocalEnvironment(1, configuration);
        DataGeneratorSource<ServerSample> source = new DataGeneratorSource<>(
                CoverageFactorsRestoreTest::sample,
                (long) OSTS * POLLS,
                RateLimiterStrategy.perSecond(800),
                AvroFormat.typeOf(ServerSample.class));
        DataStream<ServerSample> samples = env.fromSource(
                        source,
                        WatermarkStrategy.<ServerSample>forBoundedOutOfOrderness(Duration.ofSeconds(10))
                                .withTimestampAssigner(
                                        (sample, ignored) -> sample.getTime().toEpochMilli()),
                        "samples")
                .uid("samples");
        if (kill) {
            samples = samples.map(new FailOnceAfterCheckpoint<>(50))
                    .returns(AvroFormat.typeOf(ServerSample.class))
                    .uid("fail-once");
        }
        DataStream<JobSummary> summaries =
                env.fromData(summaries(), AvroFormat.typeOf(JobSummary.class)).uid("summaries");
        List<JobWeather> results = new ArrayList<>();
        try (CloseableIterator<JobWeather> collected = CoverageWorkflow.coverage(
                        samples, summaries, Site.CATALOGUE, HistoryPolicy.DEFAULT)
                .executeAndCollect("coverage")) {
            collected.forEachRemaining(results::add);
        }
        return results;
    }

    @Test
    void shouldGiveTheResultsOfAnUndisturbedRunAfterATaskWasKilled() throws Exception {
        List<JobWeather> undisturbed = run(false);
        assertThat(undisturbed).hasSizeGreaterThanOrEqualTo(40).anyMatch(weather -> weather.getCfBw() != null);

        FailOnceAfterCheckpoint.KILLED.set(0);
        assertThat(run(true)).isEqualTo(undisturbed);
        assertThat(FailOnceAfterCheckpoint.KILLED).hasValue(1);
    }
}
