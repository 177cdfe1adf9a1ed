package io.barograph.local.replay;

import io.barograph.analytics.climate.ClimatePolicy;
import io.barograph.analytics.contention.ContentionPolicy;
import io.barograph.analytics.motif.MotifRules;
import io.barograph.analytics.slowdown.SlowdownPolicy;
import io.barograph.analytics.volume.HistoryPolicy;
import io.barograph.collectors.core.KafkaPublisher;
import io.barograph.collectors.core.Publisher;
import io.barograph.collectors.core.UnreadableSourceException;
import io.barograph.influxdb.InfluxDbAdmin;
import io.barograph.influxdb.InfluxDbConfig;
import io.barograph.jobs.analysis.AnalysisConfiguration;
import io.barograph.jobs.analysis.AnalysisJob;
import io.barograph.jobs.analysis.weather.WeatherPolicy;
import io.barograph.jobs.publish.PublishConfiguration;
import io.barograph.jobs.publish.PublishJob;
import io.barograph.jobs.topics.KafkaConnection;
import io.barograph.local.command.CommandFailedException;
import io.barograph.local.export.TopicReader;
import io.barograph.local.stack.LocalJob;
import io.barograph.local.stack.LocalStack;
import io.barograph.schemas.JobSummary;
import io.barograph.schemas.JobWeather;
import io.barograph.schemas.ServerSample;
import io.barograph.schemas.Topic;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import me.tongfei.progressbar.ProgressBar;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.kafka.common.IsolationLevel;

/**
 * One replay on a running stack: publishes the recordings to topics of its own, runs the analysis over them as fast as
 * it goes, writes the results to files and to InfluxDB, and removes the topics.
 */
final class Replay {
    private static final int PARTITIONS = 2;
    private static final Duration POLL = Duration.ofMillis(200);

    private final LocalStack stack;
    private final String name;
    private final InfluxDbConfig influxDb;
    private final Progress progress;

    /**
     * @param stack running stack
     * @param name name of the replay: prefix of its topics and value of the tag {@code replay}
     * @param influxDb where results go; the database is made if it is not there, and keeps everything
     * @param progress shows how far each step is
     */
    Replay(LocalStack stack, String name, InfluxDbConfig influxDb, Progress progress) {
        this.stack = stack;
        this.name = name;
        this.influxDb = influxDb;
        this.progress = progress;
    }

    /**
     * @param recordings what to replay, with its summaries read
     * @param folder where the result topics are written
     * @return what came out
     * @throws CommandFailedException if a step fails
     */
    ReplayResult run(Recordings recordings, Path folder) throws IOException, InterruptedException {
        String prefix = name + ".";
        new InfluxDbAdmin(influxDb).ensureDatabaseWithInfiniteRetention();
        stack.broker().createTopics(prefix, PARTITIONS, true);
        try {
            long samples = publish(recordings, prefix);
            KafkaConnection kafka = KafkaConnection.to(stack.broker().bootstrapServers(), prefix);
            analyse(kafka, recordings);
            Export export = new Export(stack.broker().bootstrapServers(), prefix);
            List<JobWeather> weather = new ArrayList<>(export.write(Topic.JOB_WEATHER, folder));
            int others = export.write(Topic.SERVER_RATES, folder).size()
                    + export.write(Topic.LIVE_COVERAGE, folder).size()
                    + export.write(Topic.TOP_TALKERS, folder).size()
                    + export.write(Topic.SLOWDOWNS, folder).size()
                    + export.write(Topic.CONTENTION_EVENTS, folder).size()
                    + export.write(Topic.EVIDENCE, folder).size()
                    + export.write(Topic.ANOMALIES, folder).size();
            long refused = export.write(Topic.DEAD_LETTERS, folder).size();
            export.write(Topic.JOB_SUMMARIES, folder);
            publishResults(kafka, weather.size() + others);
            return new ReplayResult(
                    samples, recordings.summaries().size(), recordings.weather().size(), weather, refused);
        } finally {
            stack.broker().deleteTopics(prefix);
        }
    }

    private long publish(Recordings recordings, String prefix) {
        long others =
                (long) recordings.summaries().size() + recordings.weather().size();
        long expected = recordings.samples().expectedSamples().orElse(-1);
        long samples = 0;
        try (Publisher publisher = new KafkaPublisher(stack.broker().bootstrapServers(), prefix, new Properties());
                ProgressBar bar = progress.bar("Publishing", expected < 0 ? -1 : expected + others)) {
            Iterator<ServerSample> recorded = recordings.samples().samples();
            while (recorded.hasNext()) {
                ServerSample sample = recorded.next();
                recordings
                        .catalogue()
                        .resolve(sample.getFileSystem())
                        .ifPresent(fileSystem -> sample.setFileSystem(fileSystem.name()));
                publisher.publish(Topic.SERVER_SAMPLES, sample);
                samples++;
                bar.step();
            }
            for (JobSummary summary : recordings.summaries()) {
                publisher.publish(Topic.JOB_SUMMARIES, summary);
                bar.step();
            }
            for (JobWeather history : recordings.weather()) {
                publisher.publish(Topic.JOB_WEATHER, history);
                bar.step();
            }
            recordings.refused().forEach(publisher::refuse);
            publisher.flush();
        } catch (UnreadableSourceException e) {
            throw Recordings.unreadable(e);
        }
        return samples;
    }

    private void analyse(KafkaConnection kafka, Recordings recordings) throws InterruptedException {
        StreamExecutionEnvironment env = stack.flink().environment();
        env.setParallelism(PARTITIONS);
        AnalysisJob.build(
                env,
                new AnalysisConfiguration(
                        kafka,
                        recordings.catalogue(),
                        HistoryPolicy.DEFAULT,
                        SlowdownPolicy.DEFAULT,
                        WeatherPolicy.DEFAULT,
                        MotifRules.DEFAULT,
                        ClimatePolicy.DEFAULT,
                        ContentionPolicy.DEFAULT,
                        true));
        LocalJob job = stack.flink().submit("replay " + name + ": analysis", env);
        long runs = recordings.summaries().stream()
                .mapToLong(summary -> summary.getFileSystems().size())
                .sum();
        AtomicBoolean ended = new AtomicBoolean();
        try (ProgressBar bar = progress.bar("Analysing", runs)) {
            CompletableFuture<Void> watching = watchDecisions(kafka.topicPrefix(), bar, ended);
            try {
                await(job);
            } finally {
                ended.set(true);
            }
            watching.get();
        } catch (ExecutionException e) {
            throw new CommandFailedException(
                    "following the results: " + e.getCause().getMessage(), "The log says more.", e);
        }
    }

    private CompletableFuture<Void> watchDecisions(String prefix, ProgressBar bar, AtomicBoolean ended) {
        TopicReader<JobWeather> decisions = new TopicReader<>(
                stack.broker().bootstrapServers(), Topic.JOB_WEATHER.in(prefix), IsolationLevel.READ_UNCOMMITTED);
        return CompletableFuture.runAsync(() -> {
            try {
                decisions.tail(
                        weather -> {
                            if (weather.getCollector() == null && weather.getRevision() == 1) {
                                bar.step();
                            }
                        },
                        ended::get);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
    }

    private void publishResults(KafkaConnection kafka, int results) throws InterruptedException {
        StreamExecutionEnvironment env = stack.flink().environment();
        env.setParallelism(1);
        PublishJob.build(env, new PublishConfiguration(kafka, influxDb, name, true, false));
        LocalJob job = stack.flink().submit("replay " + name + ": publish", env);
        try (ProgressBar bar = progress.bar("Storing", results)) {
            await(job);
            bar.stepTo(results);
        }
    }

    private void await(LocalJob job) throws InterruptedException {
        while (!job.awaitFinish(POLL)) {
            stack.requireHealthy();
        }
    }
}
