package io.barograph.jobs.alerting;

import io.barograph.alerting.operators.AlertingConfiguration;
import io.barograph.alerting.operators.AlertingWorkflow;
import io.barograph.flink.JobArguments;
import io.barograph.flink.quarantine.FailureReportingOperator;
import io.barograph.flink.topics.DecodeFunction;
import io.barograph.flink.topics.RawRecord;
import io.barograph.flink.topics.TopicAccess;
import io.barograph.flink.topics.TopicStreams;
import io.barograph.schemas.DeadLetter;
import io.barograph.schemas.Topic;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecord;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/**
 * Result topics in, chat out. Apart from the analysis, so that a slow channel never stalls it. Reads committed results
 * only: an alert cannot be taken back.
 */
public final class AlertingJob {
    private static final String NAME = "alerting";

    /** Read on from where the job was; {@link Topic#ALERT_INSTRUCTIONS} is read from its begin. */
    private static final List<Topic<?>> RESULTS = List.of(
            Topic.CONTENTION_EVENTS,
            Topic.ANOMALIES,
            Topic.SLOWDOWNS,
            Topic.SERVER_RATES,
            Topic.COLLECTOR_HEALTH,
            Topic.DEAD_LETTERS);

    /** What its account must be allowed to do. */
    public static final TopicAccess ACCESS = new TopicAccess(
            NAME,
            Stream.concat(RESULTS.stream(), Stream.of(Topic.ALERT_INSTRUCTIONS, Topic.ALERTS))
                    .toList(),
            List.of(Topic.DEAD_LETTERS, Topic.ALERTS),
            List.of(Topic.QUARANTINE));

    private final TopicStreams topics;
    private final DataStream<RawRecord> results;
    private final List<DataStream<DeadLetter>> refused = new ArrayList<>();

    private AlertingJob(StreamExecutionEnvironment env, AlertingConfiguration configuration) {
        this.topics = new TopicStreams(env, configuration.kafka(), NAME, false);
        this.results = topics.readRaw(RESULTS, true);
    }

    /**
     * Builds the graph. Checkpoints are its caller's.
     *
     * @param configuration what to read, and which channels receive alerts
     */
    public static void build(StreamExecutionEnvironment env, AlertingConfiguration configuration) {
        AlertingJob job = new AlertingJob(env, configuration);
        AlertingWorkflow.build(
                new AlertingWorkflow.Results(
                        job.read(Topic.CONTENTION_EVENTS),
                        job.read(Topic.ANOMALIES),
                        job.read(Topic.SLOWDOWNS),
                        job.read(Topic.SERVER_RATES),
                        job.read(Topic.COLLECTOR_HEALTH),
                        job.read(Topic.DEAD_LETTERS),
                        job.remember(job.topics.readWhole(Topic.ALERT_INSTRUCTIONS))),
                configuration);
        job.topics.write(job.refused.stream().reduce(DataStream::union).orElseThrow(), Topic.DEAD_LETTERS);
        FailureReportingOperator.noteAllIn(env, job.topics.quarantine());
    }

    private <T extends SpecificRecord> DataStream<T> read(Topic<T> topic) {
        return remember(topics.decode(results, topic));
    }

    private <T extends SpecificRecord> DataStream<T> remember(SingleOutputStreamOperator<T> records) {
        refused.add(records.getSideOutput(DecodeFunction.REFUSED));
        return records;
    }

    /**
     * Runs the job on the cluster that it is submitted to.
     *
     * @param args {@code --config FILE}
     * @throws Exception if the job cannot be built or fails
     */
    public static void main(String[] args) throws Exception {
        AlertingConfiguration configuration =
                AlertingConfiguration.of(JobArguments.parse(args).configuration());
        ACCESS.require(configuration.kafka());
        StreamExecutionEnvironment env = JobArguments.environment();
        build(env, configuration);
        env.execute(NAME);
    }
}
