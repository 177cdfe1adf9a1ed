package io.barograph.jobs.publish;

import io.barograph.flink.JobArguments;
import io.barograph.flink.topics.DecodeFunction;
import io.barograph.flink.topics.RawRecord;
import io.barograph.flink.topics.TopicAccess;
import io.barograph.flink.topics.TopicStreams;
import io.barograph.influxdb.InfluxDbConfig;
import io.barograph.influxdb.InfluxDbSink;
import io.barograph.influxdb.PointConverter;
import io.barograph.schemas.DeadLetter;
import io.barograph.schemas.ServerRates;
import io.barograph.schemas.Topic;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import org.apache.avro.specific.SpecificRecord;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/**
 * Result topics in, InfluxDB points out. Apart from the analysis, so that a slow or absent InfluxDB never stalls it.
 *
 * <p>Reads uncommitted records: results show at once, and a result of a transaction that is aborted and repeated is
 * written to the same point again. What cannot be decoded, and what InfluxDB refuses, goes to the dead letters, at least
 * once: a transaction would run out of time while InfluxDB is away and no checkpoint completes. All topics are read by one
 * source, for they have one InfluxDB: while it is away and the buffers are full, nothing is read of any of them.
 */
public final class PublishJob {
    private static final String NAME = "publish";

    /** What its account must be allowed to do. */
    public static final TopicAccess ACCESS = new TopicAccess(
            NAME,
            List.copyOf(new ResultPoints("", "").topics()),
            List.of(),
            List.of(Topic.DEAD_LETTERS, Topic.QUARANTINE));

    private final TopicStreams topics;
    private final DataStream<RawRecord> records;
    private final PublishConfiguration configuration;
    private final ResultPoints points;

    private PublishJob(StreamExecutionEnvironment env, PublishConfiguration configuration) {
        this.topics = new TopicStreams(env, configuration.kafka(), NAME, configuration.bounded());
        this.configuration = configuration;
        this.points = new ResultPoints(configuration.kafka().topicPrefix(), configuration.replay());
        this.records = topics.readRaw(List.copyOf(points.topics()), false);
    }

    /**
     * Builds the graph. Checkpoints are its caller's, except that failed ones are tolerated: while InfluxDB is away and
     * the sink's buffer is full, they run out of time.
     *
     * @param configuration what to read and where to write
     */
    public static void build(StreamExecutionEnvironment env, PublishConfiguration configuration) {
        env.getCheckpointConfig().setTolerableCheckpointFailureNumber(Integer.MAX_VALUE);
        PublishJob job = new PublishJob(env, configuration);
        List<DataStream<DeadLetter>> refused = new ArrayList<>();
        for (Topic<?> topic : job.points.topics()) {
            refused.add(topic.equals(Topic.SERVER_RATES) ? job.publishRates() : job.publish(topic));
        }
        job.topics.append(refused.stream().reduce(DataStream::union).orElseThrow(), Topic.DEAD_LETTERS);
    }

    /** @return records that could not be decoded */
    private <T extends SpecificRecord> DataStream<DeadLetter> publish(Topic<T> topic) {
        SingleOutputStreamOperator<T> records = read(topic);
        store(records, topic, points.of(topic), configuration.influxDb(), "");
        return records.getSideOutput(DecodeFunction.REFUSED);
    }

    /** One sink per retention level, or one for all where nothing is ever dropped. */
    private DataStream<DeadLetter> publishRates() {
        SingleOutputStreamOperator<ServerRates> rates = read(Topic.SERVER_RATES);
        if (configuration.retentionLevels()) {
            for (RetentionLevel level : RetentionLevel.values()) {
                store(
                        rates,
                        Topic.SERVER_RATES,
                        ResultPoints.tagged(new RatesPoints(EnumSet.of(level)), configuration.replay()),
                        level.of(configuration.influxDb()),
                        "-" + level.levelName());
            }
        } else {
            store(rates, Topic.SERVER_RATES, points.of(Topic.SERVER_RATES), configuration.influxDb(), "");
        }
        return rates.getSideOutput(DecodeFunction.REFUSED);
    }

    private <T extends SpecificRecord> SingleOutputStreamOperator<T> read(Topic<T> topic) {
        return topics.decode(records, topic);
    }

    private <T extends SpecificRecord> void store(
            DataStream<T> records, Topic<T> topic, PointConverter<T> points, InfluxDbConfig influxDb, String level) {
        records.keyBy(new TopicKey<>(topic))
                .sinkTo(new InfluxDbSink<>(
                        influxDb,
                        points,
                        new DeadLetterReporter(
                                configuration.kafka(), topic.name(), influxDb.url() + " " + influxDb.database())))
                .name("publish " + topic.name() + level.replace('-', ' '))
                .uid(NAME + "-" + topic.name() + level + "-influxdb");
    }

    /**
     * Runs the job on the cluster that it is submitted to.
     *
     * @param args {@code --config FILE}, in a replay also {@code --replay NAME --bounded true}
     * @throws Exception if the job cannot be built or fails
     */
    public static void main(String[] args) throws Exception {
        PublishConfiguration configuration = PublishConfiguration.of(JobArguments.parse(args));
        ACCESS.require(configuration.kafka());
        configuration.ensureRetentionLevels();
        StreamExecutionEnvironment env = JobArguments.environment();
        build(env, configuration);
        env.execute(NAME);
    }
}
