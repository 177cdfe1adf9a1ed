package io.barograph.jobs.analysis.coverage;

import io.barograph.analytics.volume.HistoryPolicy;
import io.barograph.jobs.types.AvroFormat;
import io.barograph.schemas.FileSystemCatalogue;
import io.barograph.schemas.JobEvent;
import io.barograph.schemas.JobSummary;
import io.barograph.schemas.JobWeather;
import io.barograph.schemas.ServerSample;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
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
        Configuration configuration = new Configuration();
        configuration.set(PipelineOptions.GENERIC_TYPES, false);
        configuration.set(PipelineOptions.AUTO_GENERATE_UIDS, false);
        configuration.set(PipelineOptions.OBJECT_REUSE, true);
        StreamExecutionEnvironment env = StreamExecutionEnvironment.createLocalEnvironment(2, configuration);
        DataStream<ServerSample> sampleStream = env.fromData(samples, AvroFormat.typeOf(ServerSample.class))
                .uid("samples")
                .assignTimestampsAndWatermarks(
                        WatermarkStrategy.<ServerSample>forBoundedOutOfOrderness(Duration.ofSeconds(10))
                                .withTimestampAssigner(
                                        (sample, ignored) -> sample.getTime().toEpochMilli()))
                .uid("sample-watermarks");
        DataStream<JobSummary> summaryStream = env.fromData(summaries, AvroFormat.typeOf(JobSummary.class))
                .uid("summaries")
                .assignTimestampsAndWatermarks(WatermarkStrategy.<JobSummary>forMonotonousTimestamps()
                        .withTimestampAssigner(
                                (summary, ignored) -> summary.getCollectedAt().toEpochMilli()))
                .uid("summary-watermarks");
        SingleOutputStreamOperator<JobWeather> weather;
        if (events.isEmpty()) {
            weather = CoverageWorkflow.coverage(sampleStream, summaryStream, catalogue, HistoryPolicy.DEFAULT);
        } else {
            DataStream<JobEvent> eventStream = env.fromData(events, AvroFormat.typeOf(JobEvent.class))
                    .uid("events")
                    .assignTimestampsAndWatermarks(WatermarkStrategy.<JobEvent>forMonotonousTimestamps()
                            .withTimestampAssigner(
                                    (event, ignored) -> event.getTime().toEpochMilli()))
                    .uid("event-watermarks");
            weather = CoverageWorkflow.coverage(
                    sampleStream, summaryStream, eventStream, catalogue, HistoryPolicy.DEFAULT);
        }
        List<JobWeather> results = new ArrayList<>();
        try (CloseableIterator<JobWeather> collected = weather.executeAndCollect("coverage")) {
            collected.forEachRemaining(results::add);
        }
        return results;
    }
}
