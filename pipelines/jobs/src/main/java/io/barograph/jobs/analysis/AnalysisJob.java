package io.barograph.jobs.analysis;

import io.barograph.jobs.analysis.anomaly.AnomalyWorkflow;
import io.barograph.jobs.analysis.contention.ContentionWorkflow;
import io.barograph.jobs.analysis.contention.JobStreams;
import io.barograph.jobs.analysis.coverage.CoverageResults;
import io.barograph.jobs.analysis.coverage.CoverageWorkflow;
import io.barograph.jobs.analysis.live.CheckJobSamples;
import io.barograph.jobs.analysis.live.LiveWorkflow;
import io.barograph.jobs.analysis.slowdown.CheckTimings;
import io.barograph.jobs.analysis.slowdown.SlowdownWorkflow;
import io.barograph.jobs.analysis.weather.WeatherWorkflow;
import io.barograph.jobs.configuration.JobArguments;
import io.barograph.jobs.topics.DecodeFunction;
import io.barograph.jobs.topics.KafkaConnection;
import io.barograph.jobs.topics.LiveWatermarks;
import io.barograph.jobs.topics.RawRecord;
import io.barograph.jobs.topics.TopicStreams;
import io.barograph.schemas.Anomaly;
import io.barograph.schemas.BenchmarkRun;
import io.barograph.schemas.JobEvent;
import io.barograph.schemas.JobSamples;
import io.barograph.schemas.JobSummary;
import io.barograph.schemas.JobWeather;
import io.barograph.schemas.ProbeTiming;
import io.barograph.schemas.ServerRates;
import io.barograph.schemas.ServerSample;
import io.barograph.schemas.SiteEvent;
import io.barograph.schemas.Slowdown;
import io.barograph.schemas.Topic;
import java.time.Duration;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/**
 * Server samples, job statistics, summaries, events of batch jobs and probe timings in; weather of file systems and jobs,
 * live coverage, the reach of the evidence, slowdowns, contention events and verdicts out.
 *
 * <p>Watermarks: samples 10 s bounded out-of-orderness per partition, idle when it is read to its end and 60 s passed
 * without a record; summaries and events hold event time back while there are some to be read. A sample may be published 30 s
 * after its instant and still count as in time: a decision is taken no earlier than 35 s after the end of its run, so
 * that the samples it needs lie in front of those that move the watermark there. What a later sample would have changed
 * is in the revision, 15 min on.
 *
 * <p>In a replay the sources are not aligned: the Kafka connector pauses partitions for that by name, also those it has
 * read to their end, and fails (connector 5.0.0-2.2: "No current assignment for partition"). One source may therefore
 * run ahead of the other; history is forgotten by the slower one's event time, so results are the same, and memory is
 * bounded by the recording.
 */
public final class AnalysisJob {
    private static final Duration OUT_OF_ORDERNESS = Duration.ofSeconds(10);
    private static final Duration IDLE_AFTER = Duration.ofSeconds(60);

    /** Two polls of the scheduler: an event is published that long after its time. */
    private static final Duration JOB_EVENT_DELAY = Duration.ofMinutes(2);

    private static final String NAME = "analysis";

    private AnalysisJob() {}

    /**
     * @param env environment to build the graph in; checkpoints are its caller's
     * @param configuration what to read and how
     */
    public static void build(StreamExecutionEnvironment env, AnalysisConfiguration configuration) {
        TopicStreams topics = new TopicStreams(env, configuration.kafka(), NAME, configuration.replay());
        SingleOutputStreamOperator<ServerSample> samples =
                topics.read(Topic.SERVER_SAMPLES, sampleWatermarks(configuration.replay()), true);
        SingleOutputStreamOperator<JobSummary> summaries =
                topics.read(Topic.JOB_SUMMARIES, summaryWatermarks(configuration.replay()), true);
        SingleOutputStreamOperator<JobEvent> jobEvents =
                topics.read(Topic.JOB_EVENTS, jobEventWatermarks(configuration.replay()), true);
        CoverageResults coverage = CoverageWorkflow.coverage(
                samples,
                summaries,
                jobEvents,
                configuration.catalogue(),
                configuration.history(),
                configuration.motifs());
        topics.write(coverage.evidence(), Topic.EVIDENCE);
        SingleOutputStreamOperator<JobSamples> polls =
                topics.read(Topic.JOB_SAMPLES, sampleWatermarks(configuration.replay()), true);
        SingleOutputStreamOperator<JobSamples> checkedPolls = LiveWorkflow.check(polls);
        SingleOutputStreamOperator<JobWeather> weather = LiveWorkflow.live(
                checkedPolls, coverage.decisions(), configuration.catalogue(), configuration.history());
        topics.write(weather.getSideOutput(LiveWorkflow.COVERAGE), Topic.LIVE_COVERAGE);
        topics.write(weather.getSideOutput(LiveWorkflow.TALKERS), Topic.TOP_TALKERS);
        topics.write(weather, Topic.JOB_WEATHER);
        DataStream<ServerRates> rates =
                WeatherWorkflow.weather(samples, configuration.catalogue(), configuration.weather());
        topics.write(rates, Topic.SERVER_RATES);
        SingleOutputStreamOperator<ProbeTiming> timings =
                topics.read(Topic.PROBE_TIMINGS, sampleWatermarks(configuration.replay()), true);
        SingleOutputStreamOperator<ProbeTiming> checkedTimings = SlowdownWorkflow.check(timings);
        DataStream<Slowdown> slowdowns = SlowdownWorkflow.ofProbes(checkedTimings, configuration.slowdown());
        SingleOutputStreamOperator<BenchmarkRun> benchmarks =
                topics.read(Topic.BENCHMARK_RUNS, summaryWatermarks(configuration.replay()), true);
        topics.write(slowdowns.union(SlowdownWorkflow.ofBenchmarks(benchmarks)), Topic.SLOWDOWNS);
        SingleOutputStreamOperator<JobWeather> written =
                topics.read(Topic.JOB_WEATHER, importedWatermarks(configuration.replay()), true);
        SingleOutputStreamOperator<SiteEvent> siteEvents =
                topics.read(Topic.SITE_EVENTS, summaryWatermarks(configuration.replay()), true);
        DataStream<Anomaly> anomalies = anomalies(weather, written, siteEvents, configuration);
        topics.write(anomalies, Topic.ANOMALIES);
        JobStreams jobs = new JobStreams(
                withoutClock(weather.getSideOutput(LiveWorkflow.COVERAGE), "minutes", configuration.replay()),
                summaries,
                withoutClock(anomalies, "verdicts", configuration.replay()),
                jobEvents);
        topics.write(
                ContentionWorkflow.contention(
                        rates, slowdowns, jobs, configuration.catalogue(), configuration.contention()),
                Topic.CONTENTION_EVENTS);
        topics.write(
                samples.getSideOutput(DecodeFunction.REFUSED)
                        .union(
                                summaries.getSideOutput(DecodeFunction.REFUSED),
                                jobEvents.getSideOutput(DecodeFunction.REFUSED),
                                polls.getSideOutput(DecodeFunction.REFUSED),
                                checkedPolls.getSideOutput(CheckJobSamples.REFUSED),
                                timings.getSideOutput(DecodeFunction.REFUSED),
                                benchmarks.getSideOutput(DecodeFunction.REFUSED),
                                checkedTimings.getSideOutput(CheckTimings.REFUSED),
                                written.getSideOutput(DecodeFunction.REFUSED),
                                siteEvents.getSideOutput(DecodeFunction.REFUSED)),
                Topic.DEAD_LETTERS);
    }

    /** Verdicts follow the decisions; imported history comes through the same topic as the decisions go to. */
    private static DataStream<Anomaly> anomalies(
            DataStream<JobWeather> decisions,
            DataStream<JobWeather> written,
            DataStream<SiteEvent> siteEvents,
            AnalysisConfiguration configuration) {
        DataStream<JobWeather> imported =
                written.filter(new IsImported()).name("imported history").uid(NAME + "-imported-history");
        return AnomalyWorkflow.anomalies(
                decisions.union(imported),
                siteEvents,
                configuration.history().revisionDelay(),
                configuration.climate());
    }

    /** Live, what comes of polls of job statistics and of decisions does not hold the contention back. */
    private static <T> DataStream<T> withoutClock(DataStream<T> stream, String name, boolean replay) {
        return replay
                ? stream
                : stream.assignTimestampsAndWatermarks(
                                WatermarkStrategy.<T>forGenerator(context -> new IdleForGood<>()))
                        .name(name + " without a clock")
                        .uid(NAME + "-" + name + "-without-clock");
    }

    private static WatermarkStrategy<RawRecord> sampleWatermarks(boolean replay) {
        return replay
                ? WatermarkStrategy.forBoundedOutOfOrderness(OUT_OF_ORDERNESS)
                : new LiveWatermarks(OUT_OF_ORDERNESS, IDLE_AFTER);
    }

    private static WatermarkStrategy<RawRecord> jobEventWatermarks(boolean replay) {
        return replay
                ? WatermarkStrategy.forBoundedOutOfOrderness(JOB_EVENT_DELAY)
                : LiveWatermarks.ofEvents(JOB_EVENT_DELAY);
    }

    private static WatermarkStrategy<RawRecord> summaryWatermarks(boolean replay) {
        return replay ? WatermarkStrategy.forMonotonousTimestamps() : LiveWatermarks.ofEvents(Duration.ZERO);
    }

    /**
     * Imported history is taken when it is read. The job's own decisions come back through the same topic, in
     * transactions whose marks lie behind the last record: event time would wait for them after each checkpoint.
     */
    private static WatermarkStrategy<RawRecord> importedWatermarks(boolean replay) {
        return replay
                ? WatermarkStrategy.forMonotonousTimestamps()
                : WatermarkStrategy.forGenerator(context -> new IdleForGood<>());
    }

    /**
     * Runs the job on the cluster that it is submitted to.
     *
     * @param args {@code --config FILE}, in a replay also {@code --bounded true}
     * @throws Exception if the job cannot be built or fails
     */
    public static void main(String[] args) throws Exception {
        JobArguments arguments = JobArguments.parse(args);
        StreamExecutionEnvironment env = JobArguments.environment();
        KafkaConnection kafka = KafkaConnection.of(arguments.configuration());
        build(env, AnalysisConfiguration.of(arguments.configuration(), kafka, arguments.bounded()));
        env.execute(NAME);
    }
}
