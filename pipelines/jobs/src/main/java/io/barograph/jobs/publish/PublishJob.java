package io.barograph.jobs.publish;

import io.barograph.influxdb.ApiVersion;
import io.barograph.influxdb.InfluxDbAdmin;
import io.barograph.influxdb.InfluxDbConfig;
import io.barograph.influxdb.InfluxDbSink;
import io.barograph.influxdb.PointConverter;
import io.barograph.jobs.topics.DecodeFunction;
import io.barograph.jobs.topics.TopicStreams;
import io.barograph.schemas.JobWeather;
import io.barograph.schemas.ServerRates;
import io.barograph.schemas.Topic;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import org.apache.avro.specific.SpecificRecord;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.streaming.api.datastream.DataStream;
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
                .sinkTo(jobWeatherSink(configuration))
                .name("publish " + Topic.JOB_WEATHER.name())
                .uid(NAME + "-" + Topic.JOB_WEATHER.name() + "-influxdb");
        SingleOutputStreamOperator<ServerRates> rates =
                topics.read(Topic.SERVER_RATES, WatermarkStrategy.noWatermarks(), false);
        publishRates(rates, configuration);
        topics.write(
                weather.getSideOutput(DecodeFunction.REFUSED).union(rates.getSideOutput(DecodeFunction.REFUSED)),
                Topic.DEAD_LETTERS);
    }

    private static InfluxDbSink<JobWeather> jobWeatherSink(PublishConfiguration configuration) {
        return sink(
                configuration,
                configuration.influxDb(),
                Topic.JOB_WEATHER,
                new JobWeatherPoints(configuration.replay()));
    }

    /** One sink per retention level, or one for all where nothing is ever dropped. */
    private static void publishRates(DataStream<ServerRates> rates, PublishConfiguration configuration) {
        if (!configuration.retentionLevels()) {
            publishRates(rates, configuration, configuration.influxDb(), EnumSet.allOf(RetentionLevel.class), "");
            return;
        }
        for (RetentionLevel level : RetentionLevel.values()) {
            publishRates(
                    rates,
                    configuration,
                    level.of(configuration.influxDb()),
                    EnumSet.of(level),
                    "-" + level.levelName());
        }
    }

    private static void publishRates(
            DataStream<ServerRates> rates,
            PublishConfiguration configuration,
            InfluxDbConfig influxDb,
            Set<RetentionLevel> levels,
            String suffix) {
        rates.keyBy(new FileSystemKey())
                .sinkTo(sink(
                        configuration, influxDb, Topic.SERVER_RATES, new RatesPoints(configuration.replay(), levels)))
                .name("publish " + Topic.SERVER_RATES.name() + suffix.replace('-', ' '))
                .uid(NAME + "-" + Topic.SERVER_RATES.name() + suffix + "-influxdb");
    }

    private static <T extends SpecificRecord> InfluxDbSink<T> sink(
            PublishConfiguration configuration, InfluxDbConfig influxDb, Topic<T> topic, PointConverter<T> points) {
        return InfluxDbSink.<T>builder()
                .setConfig(influxDb)
                .setConverter(points)
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
        if (configuration.retentionLevels() && configuration.influxDb().apiVersion() == ApiVersion.V1) {
            RetentionLevel.ensureAll(new InfluxDbAdmin(configuration.influxDb()));
        }
        Configuration flink = new Configuration();
        flink.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, CHECKPOINT_INTERVAL);
        flink.set(PipelineOptions.GENERIC_TYPES, false);
        flink.set(PipelineOptions.AUTO_GENERATE_UIDS, false);
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment(flink);
        build(env, configuration);
        env.execute(NAME);
    }
}
