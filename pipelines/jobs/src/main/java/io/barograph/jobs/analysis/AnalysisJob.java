package io.barograph.jobs.analysis;

import io.barograph.jobs.analysis.coverage.CoverageWorkflow;
import io.barograph.jobs.topics.DecodeFunction;
import io.barograph.jobs.topics.RawRecord;
import io.barograph.jobs.topics.TopicStreams;
import io.barograph.schemas.JobEvent;
import io.barograph.schemas.JobSummary;
import io.barograph.schemas.JobWeather;
import io.barograph.schemas.ServerSample;
import io.barograph.schemas.Topic;
import java.time.Duration;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/**
 * Server samples, summaries and events of batch jobs in, weather of jobs out.
 *
 * <p>Watermarks: samples 10 s bounded out-of-orderness per partition, idle after 60 s. A sample may be published 30 s
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
        DataStream<JobWeather> weather = CoverageWorkflow.coverage(
                samples, summaries, jobEvents, configuration.catalogue(), configuration.history());
        topics.write(weather, Topic.JOB_WEATHER);
        topics.write(
                samples.getSideOutput(DecodeFunction.REFUSED)
                        .union(
                                summaries.getSideOutput(DecodeFunction.REFUSED),
                                jobEvents.getSideOutput(DecodeFunction.REFUSED)),
                Topic.DEAD_LETTERS);
    }

    private static WatermarkStrategy<RawRecord> sampleWatermarks(boolean replay) {
        WatermarkStrategy<RawRecord> strategy = WatermarkStrategy.forBoundedOutOfOrderness(OUT_OF_ORDERNESS);
        return replay ? strategy : strategy.withIdleness(IDLE_AFTER);
    }

    private static WatermarkStrategy<RawRecord> jobEventWatermarks(boolean replay) {
        return replay
                ? WatermarkStrategy.forBoundedOutOfOrderness(JOB_EVENT_DELAY)
                : WatermarkStrategy.forGenerator(context -> new IdleForGood<>());
    }

    private static WatermarkStrategy<RawRecord> summaryWatermarks(boolean replay) {
        return replay
                ? WatermarkStrategy.forMonotonousTimestamps()
                : WatermarkStrategy.forGenerator(context -> new IdleForGood<>());
    }
}
