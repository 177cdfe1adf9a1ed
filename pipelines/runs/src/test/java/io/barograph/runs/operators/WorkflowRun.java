package io.barograph.runs.operators;

import io.barograph.flink.state.AvroFormat;
import io.barograph.flink.testing.WorkflowCluster;
import io.barograph.schemas.EvidenceReach;
import io.barograph.schemas.FileSystemCatalogue;
import io.barograph.schemas.JobEvent;
import io.barograph.schemas.JobSummary;
import io.barograph.schemas.JobWeather;
import io.barograph.schemas.ServerSample;
import io.barograph.schemas.motif.MotifRules;
import io.barograph.servers.history.HistoryPolicy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.util.CloseableIterator;

/** Runs the workflow on a small cluster, over bounded streams. */
final class WorkflowRun {
    private WorkflowRun() {}

    static List<JobWeather> coverage(
            FileSystemCatalogue catalogue, List<ServerSample> samples, List<JobSummary> summaries) throws Exception {
        return coverage(catalogue, samples, summaries, List.of());
    }

    /** With the scheduler, if there are events. */
    static List<JobWeather> coverage(
            FileSystemCatalogue catalogue,
            List<ServerSample> samples,
            List<JobSummary> summaries,
            List<JobEvent> events)
            throws Exception {
        StreamExecutionEnvironment env = environment();
        return collect(
                events.isEmpty()
                        ? CoverageWorkflow.coverage(
                                samples(env, samples), summaries(env, summaries), catalogue, HistoryPolicy.DEFAULT)
                        : withScheduler(env, catalogue, samples, summaries, events)
                                .decisions());
    }

    static List<EvidenceReach> evidence(
            FileSystemCatalogue catalogue,
            List<ServerSample> samples,
            List<JobSummary> summaries,
            List<JobEvent> events)
            throws Exception {
        return collect(withScheduler(environment(), catalogue, samples, summaries, events)
                .evidence());
    }

    private static StreamExecutionEnvironment environment() {
        Configuration configuration = new Configuration();
        configuration.set(PipelineOptions.GENERIC_TYPES, false);
        configuration.set(PipelineOptions.AUTO_GENERATE_UIDS, false);
        configuration.set(PipelineOptions.OBJECT_REUSE, true);
        // As often as can be: what depends on when a watermark comes must show.
        configuration.set(PipelineOptions.AUTO_WATERMARK_INTERVAL, Duration.ofMillis(1));
        return WorkflowCluster.environment(2, configuration);
    }

    private static CoverageResults withScheduler(
            StreamExecutionEnvironment env,
            FileSystemCatalogue catalogue,
            List<ServerSample> samples,
            List<JobSummary> summaries,
            List<JobEvent> events) {
        DataStream<JobEvent> eventStream = env.fromData(events, AvroFormat.typeOf(JobEvent.class))
                .uid("events")
                .assignTimestampsAndWatermarks(WatermarkStrategy.<JobEvent>forMonotonousTimestamps()
                        .withTimestampAssigner(
                                (event, ignored) -> event.getTime().toEpochMilli()))
                .uid("event-watermarks");
        return CoverageWorkflow.coverage(
                samples(env, samples),
                summaries(env, summaries),
                eventStream,
                catalogue,
                HistoryPolicy.DEFAULT,
                MotifRules.DEFAULT);
    }

    private static DataStream<ServerSample> samples(StreamExecutionEnvironment env, List<ServerSample> samples) {
        return env.fromData(samples, AvroFormat.typeOf(ServerSample.class))
                .uid("samples")
                .assignTimestampsAndWatermarks(
                        WatermarkStrategy.<ServerSample>forBoundedOutOfOrderness(Duration.ofSeconds(10))
                                .withTimestampAssigner(
                                        (sample, ignored) -> sample.getTime().toEpochMilli()))
                .uid("sample-watermarks");
    }

    private static DataStream<JobSummary> summaries(StreamExecutionEnvironment env, List<JobSummary> summaries) {
        return env.fromData(summaries, AvroFormat.typeOf(JobSummary.class))
                .uid("summaries")
                .assignTimestampsAndWatermarks(
                        WatermarkStrategy.<JobSummary>forBoundedOutOfOrderness(disorder(summaries))
                                .withTimestampAssigner((summary, ignored) ->
                                        summary.getCollectedAt().toEpochMilli()))
                .uid("summary-watermarks");
    }

    /** How far a summary lies behind one before it, at most: a watermark in between would make it late by luck. */
    private static Duration disorder(List<JobSummary> summaries) {
        Instant latest = Instant.MIN;
        Duration most = Duration.ZERO;
        for (JobSummary summary : summaries) {
            if (summary.getCollectedAt().isAfter(latest)) {
                latest = summary.getCollectedAt();
            } else {
                Duration behind = Duration.between(summary.getCollectedAt(), latest);
                most = behind.compareTo(most) > 0 ? behind : most;
            }
        }
        return most;
    }

    private static <T> List<T> collect(DataStream<T> stream) throws Exception {
        List<T> results = new ArrayList<>();
        try (CloseableIterator<T> collected = stream.executeAndCollect("coverage")) {
            collected.forEachRemaining(results::add);
        }
        return results;
    }
}
