package io.barograph.simulation;

import io.barograph.flink.state.AvroFormat;
import io.barograph.lab.simulator.JobTruth;
import io.barograph.lab.simulator.SimulatedRecords;
import io.barograph.lab.simulator.plan.SiteConfiguration;
import io.barograph.runs.operators.CoverageWorkflow;
import io.barograph.schemas.JobSummary;
import io.barograph.schemas.JobWeather;
import io.barograph.schemas.ServerPoll;
import io.barograph.schemas.ServerPolls;
import io.barograph.schemas.ServerSample;
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

/**
 * What a simulated site published in a span of time, in the order of publication, and what really happened.
 *
 * @param site the site
 * @param samples samples of its servers
 * @param summaries Darshan's summaries
 * @param truths what really happened to the runs that ended in the span
 */
record SimulatedSpan(
        SiteConfiguration site, List<ServerSample> samples, List<JobSummary> summaries, List<JobTruth> truths) {
    static final Instant START = Instant.parse("2026-02-02T00:00:00Z");

    /**
     * How often a test simulates a site: with {@code ./barograph test --all} three times as often, with
     * {@code -Dsimulation.seeds=N} N times.
     */
    static int seeds(int usual) {
        boolean atLength = "all".equals(System.getProperty("barograph.tests"));
        return Integer.getInteger("simulation.seeds", atLength ? 3 * usual : usual);
    }

    /** The records of that span from {@link #START}. */
    static SimulatedSpan of(SiteConfiguration site, long seed, Duration span) {
        List<ServerSample> samples = new ArrayList<>();
        List<JobSummary> summaries = new ArrayList<>();
        SimulatedRecords records = new SimulatedRecords(site, seed, START, START.plus(span));
        records.forEachRemaining(published -> {
            if (published.record() instanceof ServerPoll poll) {
                samples.addAll(ServerPolls.samples(poll));
            } else if (published.record() instanceof JobSummary summary) {
                summaries.add(summary);
            }
        });
        return new SimulatedSpan(site, samples, summaries, records.truths());
    }

    static StreamExecutionEnvironment environment() {
        Configuration configuration = new Configuration();
        configuration.set(PipelineOptions.GENERIC_TYPES, false);
        configuration.set(PipelineOptions.AUTO_GENERATE_UIDS, false);
        configuration.set(PipelineOptions.OBJECT_REUSE, true);
        return StreamExecutionEnvironment.createLocalEnvironment(2, configuration);
    }

    /** The real workflow over the records, with the watermarks of a replay. */
    DataStream<JobWeather> coverage(StreamExecutionEnvironment env) {
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
        return CoverageWorkflow.coverage(sampleStream, summaryStream, site.catalogue(), HistoryPolicy.DEFAULT);
    }
}
