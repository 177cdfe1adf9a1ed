package io.barograph.alerting.operators;

import io.barograph.schemas.AlertInstruction;
import io.barograph.schemas.Anomaly;
import io.barograph.schemas.CollectorHealth;
import io.barograph.schemas.ContentionEvent;
import io.barograph.schemas.DeadLetter;
import io.barograph.schemas.ServerRates;
import io.barograph.schemas.Slowdown;
import org.apache.flink.api.common.functions.FlatMapFunction;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.DataStream;

/** Results in, messages out: all that is observed meets in one operator, because limits hold for all of it together. */
public final class AlertingWorkflow {
    private AlertingWorkflow() {}

    /**
     * What alerts can be about.
     *
     * @param events contention, degradation, lack of space
     * @param anomalies slow runs and shifts of climates
     * @param slowdowns timings of the probes
     * @param rates weather of the servers
     * @param collectors how collectors do
     * @param deadLetters refused inputs
     * @param instructions what people say
     */
    public record Results(
            DataStream<ContentionEvent> events,
            DataStream<Anomaly> anomalies,
            DataStream<Slowdown> slowdowns,
            DataStream<ServerRates> rates,
            DataStream<CollectorHealth> collectors,
            DataStream<DeadLetter> deadLetters,
            DataStream<AlertInstruction> instructions) {}

    /**
     * @param results what is observed
     * @param configuration who is told of what, and where
     */
    public static void build(Results results, AlertingConfiguration configuration) {
        DataStream<AlertInput> refused = results.deadLetters()
                .map(new DeadLetterToAlertInput())
                .returns(AlertInput.TYPE)
                .name("count dead letters")
                .uid("alerting-dead-letters");
        observe(results.instructions(), new SelectSilences(), "silences")
                .union(
                        observe(results.events(), new ContentionSignals(), "events"),
                        observe(results.anomalies(), new AnomalySignals(), "anomalies"),
                        observe(results.slowdowns(), new SlowdownSignals(), "slowdowns"),
                        observe(results.rates(), new RatesSignals(), "rates"),
                        observe(results.collectors(), new CollectorSignals(), "collectors"),
                        refused)
                .transform("send alerts", Types.VOID, new AlertingOperator(configuration))
                .forceNonParallel()
                .name("send alerts")
                .uid("alerting-send");
    }

    private static <T> DataStream<AlertInput> observe(
            DataStream<T> records, FlatMapFunction<T, AlertInput> observations, String name) {
        return records.flatMap(observations)
                .returns(AlertInput.TYPE)
                .name("observe " + name)
                .uid("alerting-" + name);
    }
}
