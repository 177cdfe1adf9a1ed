package io.barograph.lab.evaluate;

import io.barograph.cli.export.ResultTopics;
import io.barograph.cli.export.TopicReader;
import io.barograph.flink.topics.KafkaConnection;
import io.barograph.jobs.analysis.AnalysisConfiguration;
import io.barograph.jobs.analysis.AnalysisJob;
import io.barograph.lab.simulator.JobTruth;
import io.barograph.lab.simulator.SimulatedRecords;
import io.barograph.runtime.KafkaPublisher;
import io.barograph.runtime.RecordPublisher;
import io.barograph.schemas.Anomaly;
import io.barograph.schemas.AnomalyKind;
import io.barograph.schemas.ContentionEvent;
import io.barograph.schemas.Topic;
import io.barograph.stack.LocalJob;
import io.barograph.stack.LocalStack;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.avro.specific.SpecificRecord;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/**
 * One scenario on a running stack: the simulator's records go to topics of their own, the analysis runs over them as in
 * a replay, its events are read, and the topics are removed.
 */
record ContentionTrial(LocalStack stack, String prefix) {
    private static final int PARTITIONS = 2;
    private static final List<Topic<?>> RESULTS =
            List.of(Topic.CONTENTION_EVENTS, Topic.ANOMALIES, Topic.SLOWDOWNS, Topic.SERVER_RATES, Topic.JOB_WEATHER);
    private static final Duration TRANSACTION_LIMIT = Duration.ofMinutes(1);

    /** @return what happened, and what was reported */
    TrialOutcome run(ContentionScenario scenario, Runnable simulated) throws IOException, InterruptedException {
        stack.broker().createTopics(prefix, PARTITIONS, true);
        try {
            SimulatedRecords records = publish(scenario);
            simulated.run();
            analyse(scenario);
            awaitResults();
            Map<String, Anomaly> verdicts = verdicts();
            return new TrialOutcome(
                    scenario.seed(),
                    scenario.from(),
                    scenario.to(),
                    records.faults(),
                    records.truths().stream()
                            .filter(JobTruth::logged)
                            .map(JobTruth::jobId)
                            .collect(Collectors.toSet()),
                    FinalEvents.of(events()),
                    WhyAnswers.of(
                            records.faults(),
                            records.truths(),
                            verdicts,
                            new ResultTopics(stack.broker().settings(prefix))),
                    FineRuns.of(records.truths(), verdicts));
        } finally {
            stack.broker().deleteTopics(prefix);
        }
    }

    private SimulatedRecords publish(ContentionScenario scenario) {
        SimulatedRecords records =
                new SimulatedRecords(scenario.site(), scenario.seed(), scenario.from(), scenario.to());
        try (RecordPublisher publisher = new KafkaPublisher(
                stack.broker().bootstrapServers(), prefix, stack.broker().clientProperties())) {
            records.forEachRemaining(published -> published.publishTo(publisher));
            publisher.flush();
        }
        return records;
    }

    private void analyse(ContentionScenario scenario) throws InterruptedException {
        Configuration once = new Configuration();
        once.set(RestartStrategyOptions.RESTART_STRATEGY, "none"); // or a trial that fails goes on failing
        StreamExecutionEnvironment env = stack.flink().environment(once);
        env.setParallelism(PARTITIONS);
        KafkaConnection kafka = stack.broker().connection(prefix);
        AnalysisJob.replayTopics(
                env, kafka, AnalysisConfiguration.defaults(scenario.site().catalogue()));
        LocalJob job = stack.flink().submit("evaluation " + prefix + "analysis", env);
        stack.awaitFinish(job);
    }

    /** The end of a job is known before its last transaction is seen everywhere. */
    private void awaitResults() throws InterruptedException {
        for (Topic<?> topic : RESULTS) {
            reader(topic).awaitTransactions(TRANSACTION_LIMIT);
        }
    }

    private List<ContentionEvent> events() throws InterruptedException {
        List<ContentionEvent> events = new ArrayList<>();
        reader(Topic.CONTENTION_EVENTS).readAll(events::add);
        return events;
    }

    /** The last ones on runs, by job. */
    private Map<String, Anomaly> verdicts() throws InterruptedException {
        Map<String, Anomaly> last = new HashMap<>();
        reader(Topic.ANOMALIES).readAll(verdict -> {
            if (verdict.getKind() == AnomalyKind.RUN) {
                last.merge(verdict.getJobId(), verdict, (a, b) -> a.getRevision() > b.getRevision() ? a : b);
            }
        });
        return last;
    }

    private <T extends SpecificRecord> TopicReader<T> reader(Topic<T> topic) {
        return new TopicReader<>(stack.broker().settings(prefix), topic);
    }
}
