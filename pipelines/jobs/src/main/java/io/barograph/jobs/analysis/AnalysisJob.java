package io.barograph.jobs.analysis;

import io.barograph.flink.JobArguments;
import io.barograph.flink.quarantine.FailureReportingOperator;
import io.barograph.flink.quarantine.SkippedRecords;
import io.barograph.flink.topics.KafkaConnection;
import io.barograph.flink.topics.ResultTarget;
import io.barograph.flink.topics.TopicAccess;
import io.barograph.flink.topics.TopicStreams;
import io.barograph.jobs.replay.CommittedResults;
import io.barograph.jobs.replay.CommittedTail;
import io.barograph.jobs.replay.ReplayScope;
import io.barograph.schemas.Topic;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecord;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichFilterFunction;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** The analysis over the topics of an installation, or over what is held of a window. */
public final class AnalysisJob {
    /** Name of the job; the consumer group has it after the prefix of the topics. */
    public static final String NAME = "analysis";

    /** What its account must be allowed to do. */
    public static final TopicAccess ACCESS = new TopicAccess(
            NAME,
            AnalysisInputs.TOPICS,
            Stream.concat(
                            Arrays.stream(AnalysisPart.values()).flatMap(part -> part.results().stream()),
                            Stream.of(Topic.LATE_RECORDS, Topic.DEAD_LETTERS))
                    .toList(),
            List.of(Topic.QUARANTINE));

    /**
     * How long a record of the live analysis waits for more on its way from one operator to the next. A result passes
     * half a dozen exchanges, and waits at each. The thread of each subtask that flushes wakes up as often.
     */
    private static final long BUFFER_TIMEOUT_MILLIS = 50;

    private AnalysisJob() {}

    /** @param env environment to build the graph in; checkpoints are its caller's */
    public static void build(
            StreamExecutionEnvironment env, KafkaConnection kafka, AnalysisConfiguration configuration) {
        build(env, kafka, configuration, AnalysisPart.ALL);
    }

    /**
     * A live analysis of which some results are wanted only.
     *
     * @param env environment to build the graph in; checkpoints are its caller's
     * @return its results, which go to their topics
     */
    public static AnalysisResults build(
            StreamExecutionEnvironment env,
            KafkaConnection kafka,
            AnalysisConfiguration configuration,
            Set<AnalysisPart> parts) {
        return build(env, kafka, configuration, parts, Optional.empty());
    }

    /**
     * A live analysis without its state, which was lost: it reads the topics from as far back as it needs, or they reach,
     * and emits what is not committed. A checkpoint that it is restored from says itself what was committed when it
     * started.
     *
     * @param env environment to build the graph in; checkpoints are its caller's
     */
    public static void buildAgain(
            StreamExecutionEnvironment env, KafkaConnection kafka, AnalysisConfiguration configuration) {
        List<Topic<?>> results = ACCESS.writes();
        build(env, kafka, configuration, AnalysisPart.ALL, Optional.of(CommittedResults.of(kafka, NAME, results)));
    }

    private static AnalysisResults build(
            StreamExecutionEnvironment env,
            KafkaConnection kafka,
            AnalysisConfiguration configuration,
            Set<AnalysisPart> parts,
            Optional<CommittedResults> again) {
        env.setBufferTimeout(BUFFER_TIMEOUT_MILLIS);
        TopicStreams topics = new TopicStreams(env, kafka, NAME, false);
        TopicInputs inputs = new TopicInputs(env, kafka, configuration, again);
        AnalysisResults results = AnalysisGraph.build(inputs, configuration, parts);
        if (!inputs.late().isEmpty()) {
            topics.write(inputs.late(), Topic.LATE_RECORDS);
        }
        results.all().forEach(result -> writeOnce(result, topics, kafka, again));
        FailureReportingOperator.noteAllIn(env, topics.quarantine());
        return results;
    }

    private static <T extends SpecificRecord> void writeOnce(
            AnalysisResults.Result<T> result,
            TopicStreams topics,
            KafkaConnection kafka,
            Optional<CommittedResults> again) {
        Topic<T> topic = result.topic();
        CommittedTail tail = again.map(committed -> committed.tail(topic)).orElse(CommittedTail.NONE);
        List<DataStream<T>> given = new ArrayList<>();
        for (DataStream<T> stream : result.streams()) {
            given.add(stream.filter(new IsNotCommitted<>(topic, kafka, tail))
                    .name(topic.name() + " not committed")
                    .uid(NAME + "-" + topic.name() + "-not-committed-" + given.size()));
        }
        topics.write(given, topic);
    }

    /** All that topics hold now, through the whole analysis; results go to topics beside them. */
    public static void replayTopics(
            StreamExecutionEnvironment env, KafkaConnection kafka, AnalysisConfiguration configuration) {
        replay(env, configuration, AnalysisReplay.ofTopics(kafka), List.of(new TopicStreams(env, kafka, NAME, true)));
    }

    public static void replay(
            StreamExecutionEnvironment env,
            AnalysisConfiguration configuration,
            AnalysisReplay replay,
            List<? extends ResultTarget> targets) {
        ReplayedInputs inputs = new ReplayedInputs(env, replay);
        AnalysisResults results = AnalysisGraph.build(inputs, configuration, replay.parts());
        if (replay.giving().contains(AnalysisReplay.Given.HISTORY)) {
            results.addTo(Topic.JOB_WEATHER, inputs.read(Topic.JOB_WEATHER));
        }
        if (replay.giving().contains(AnalysisReplay.Given.SUMMARIES)) {
            results.add(Topic.JOB_SUMMARIES, inputs.read(Topic.JOB_SUMMARIES));
        }
        results.all().forEach(result -> writeWithin(replay.scope(), result, targets));
        if (replay.skipped() != SkippedRecords.NONE) {
            FailureReportingOperator.noteAllIn(env, replay.skipped());
        }
    }

    private static <T extends SpecificRecord> void writeWithin(
            ReplayScope scope, AnalysisResults.Result<T> result, List<? extends ResultTarget> targets) {
        Topic<T> topic = result.topic();
        boolean all = scope.isEverything() || topic.equals(Topic.DEAD_LETTERS);
        List<DataStream<T>> given = new ArrayList<>();
        for (DataStream<T> stream : result.streams()) {
            given.add(
                    all
                            ? stream
                            : stream.filter(new IsWithin<>(topic, scope))
                                    .name(topic.name() + " of the window")
                                    .uid(NAME + "-" + topic.name() + "-window-" + given.size()));
        }
        targets.forEach(target -> target.write(given, topic));
    }

    /**
     * Runs the job on the cluster that it is submitted to.
     *
     * @param args {@code --config FILE}, to replay what the topics hold also {@code --bounded true}, to start without
     *     the state that was lost {@code --again true}
     * @throws Exception if the job cannot be built or fails
     */
    public static void main(String[] args) throws Exception {
        JobArguments arguments = JobArguments.parse(args);
        StreamExecutionEnvironment env = JobArguments.environment();
        KafkaConnection kafka = KafkaConnection.of(arguments.configuration());
        AnalysisConfiguration configuration = AnalysisConfiguration.of(arguments.configuration());
        ACCESS.require(kafka);
        if (arguments.bounded()) {
            replayTopics(env, kafka, configuration);
        } else if (arguments.again()) {
            buildAgain(env, kafka, configuration);
        } else {
            build(env, kafka, configuration);
        }
        env.execute(NAME);
    }

    /** Keeps the results that a replay emits: decided in its window, of its file system. */
    static final class IsWithin<T extends SpecificRecord> extends RichFilterFunction<T> {
        private final String topicName;
        private final ReplayScope scope;
        private transient Topic<T> topic;

        IsWithin(Topic<T> topic, ReplayScope scope) {
            this.topicName = topic.name();
            this.scope = scope;
        }

        @Override
        public void open(OpenContext context) {
            topic = Topic.named(topicName);
        }

        @Override
        public boolean filter(T result) {
            return scope.contains(topic.timestamp().applyAsLong(result)) && scope.reads(result);
        }
    }
}
