package io.barograph.jobs.publish;

import io.barograph.influxdb.InfluxDbConfig;
import io.barograph.influxdb.InfluxDbSink;
import io.barograph.influxdb.PointConverter;
import io.barograph.jobs.topics.DecodeFunction;
import io.barograph.jobs.topics.TopicStreams;
import io.barograph.schemas.JobWeather;
import io.barograph.schemas.Slowdown;
import io.barograph.schemas.Topic;
import java.time.Duration;
import org.apache.avro.specific.SpecificRecord;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/**
 * Result topics in, InfluxDB points out. Apart from the analysis, so that a slow or absent InfluxDB never stalls it.
 *
 * <p>Reads uncommitted records: results show at once, and a result of a transaction that is aborted and repeated is
 * written to the same point again. What cannot be decoded, and what InfluxDB refuses, goes to the dead letters.
 */
public final class PublishJob {
    private static final String NAME = "publish";
    private static final Duration CHECKPOINT_INTERVAL = Duration.ofSeconds(10);

    private PublishJob() {}

    /**
     * Builds the graph. Checkpoints are its caller's, except that failed ones are tolerated: while InfluxDB is away and
     * the sink's buffer is full, they run out of time.
     *
     * @param env environment to build the graph in
     * @param configuration what to read and where to write
     */
    public static void build(StreamExecutionEnvironment env, PublishConfiguration configuration) {
        env.getCheckpointConfig().setTolerableCheckpointFailureNumber(Integer.MAX_VALUE);
        TopicStreams topics = new TopicStreams(env, configuration.kafka(), NAME, configuration.bounded());
        SingleOutputStreamOperator<JobWeather> weather =
                topics.read(Topic.JOB_WEATHER, WatermarkStrategy.noWatermarks(), false);
        weather.keyBy(new RunKey())
                .sinkTo(sink(Topic.JOB_WEATHER, new JobWeatherPoints(configuration.replay()), configuration))
                .name("publish " + Topic.JOB_WEATHER.name())
                .uid(NAME + "-" + Topic.JOB_WEATHER.name() + "-influxdb");
        SingleOutputStreamOperator<Slowdown> slowdowns =
                topics.read(Topic.SLOWDOWNS, WatermarkStrategy.noWatermarks(), false);
        slowdowns
                .keyBy(slowdown -> Topic.SLOWDOWNS.key().apply(slowdown))
                .sinkTo(sink(Topic.SLOWDOWNS, new SlowdownPoints(configuration.replay()), configuration))
                .name("publish " + Topic.SLOWDOWNS.name())
                .uid(NAME + "-" + Topic.SLOWDOWNS.name() + "-influxdb");
        topics.write(
                weather.getSideOutput(DecodeFunction.REFUSED).union(slowdowns.getSideOutput(DecodeFunction.REFUSED)),
                Topic.DEAD_LETTERS);
    }

    private static <T extends SpecificRecord> InfluxDbSink<T> sink(
            Topic<T> topic, PointConverter<T> converter, PublishConfiguration configuration) {
        InfluxDbConfig influxDb = configuration.influxDb();
        return InfluxDbSink.<T>builder()
                .setConfig(influxDb)
                .setConverter(converter)
                .setRejectedLineReporter(new DeadLetterReporter(
                        configuration.kafka(), topic.name(), influxDb.url() + " " + influxDb.database()))
                .build();
    }

    /**
     * Runs the job on the cluster that it is submitted to.
     *
     * @param args see {@link PublishArguments#USAGE}; wrong ones are answered with it
     * @throws Exception if the job cannot be built or fails
     */
    public static void main(String[] args) throws Exception {
        PublishConfiguration configuration = PublishArguments.parse(args);
        Configuration flink = new Configuration();
        flink.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, CHECKPOINT_INTERVAL);
        flink.set(PipelineOptions.GENERIC_TYPES, false);
        flink.set(PipelineOptions.AUTO_GENERATE_UIDS, false);
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment(flink);
        build(env, configuration);
        env.execute(NAME);
    }
}
