package io.barograph.alerting.operators;

import io.barograph.alerting.AlertDescription;
import io.barograph.alerting.AlertScope;
import io.barograph.alerting.AlertSignal;
import io.barograph.alerting.AlertSignal.Status;
import io.barograph.alerting.AlertSilence;
import io.barograph.alerting.AlertSource;
import io.barograph.alerting.MessageFact;
import io.barograph.flink.quarantine.RecordIdentity;
import io.barograph.schemas.AlertInstruction;
import io.barograph.schemas.Anomaly;
import io.barograph.schemas.CollectorHealth;
import io.barograph.schemas.ContentionEvent;
import io.barograph.schemas.DeadLetter;
import io.barograph.schemas.InstructionKind;
import io.barograph.schemas.ServerRates;
import io.barograph.schemas.Slowdown;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.flink.api.common.functions.FlatMapFunction;
import org.apache.flink.api.common.functions.util.ListCollector;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.util.Collector;

/** Results in, messages out: all that is observed meets in one operator, because limits hold for all of it together. */
public final class AlertingWorkflow {
    private AlertingWorkflow() {}

    /**
     * What alerts can be about.
     *
     * @param events contention, degradation, lack of space
     * @param anomalies slow runs and shifts of climates
     * @param slowdowns timings of the probes
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

    /** @param configuration which channel receives which alerts */
    public static void build(Results results, AlertingConfiguration configuration) {
        observe(results.instructions(), new SelectSilences(), "silences")
                .union(
                        observe(results.events(), new ContentionSignals(), "events"),
                        observe(results.anomalies(), new AnomalySignals(), "anomalies"),
                        observe(results.slowdowns(), new SlowdownSignals(), "slowdowns"),
                        observe(results.rates(), new RatesSignals(), "rates"),
                        observe(results.collectors(), new CollectorSignals(), "collectors"),
                        observe(results.deadLetters(), new DeadLetterSignals(), "dead-letters"))
                .transform("send alerts", Types.VOID, new AlertingOperator(configuration))
                .forceNonParallel()
                .name("send alerts")
                .uid("alerting-send");
    }

    private static <T> DataStream<AlertInput> observe(
            DataStream<T> records, FlatMapFunction<T, AlertInput> observations, String name) {
        return records.flatMap(new AttributedSignals<>(observations), AlertInput.TYPE)
                .name("observe " + name)
                .uid("alerting-" + name);
    }

    /** Names with each observation the record that it is of: the operator that takes all in is behind an exchange. */
    static final class AttributedSignals<T> implements FlatMapFunction<T, AlertInput> {
        private final FlatMapFunction<T, AlertInput> observations;

        AttributedSignals(FlatMapFunction<T, AlertInput> observations) {
            this.observations = observations;
        }

        @Override
        public void flatMap(T record, Collector<AlertInput> out) throws Exception {
            List<AlertInput> observed = new ArrayList<>();
            observations.flatMap(record, new ListCollector<>(observed));
            if (!observed.isEmpty()) {
                RecordIdentity origin = RecordIdentity.ofElement(record);
                observed.forEach(input -> out.collect(new AlertInput.Attributed(origin, input)));
            }
        }
    }

    /** Every dead letter counts; of each, source, origin and reason. */
    static final class DeadLetterSignals implements FlatMapFunction<DeadLetter, AlertInput> {
        private static final int MAX_LENGTH = 500;

        @Override
        public void flatMap(DeadLetter letter, Collector<AlertInput> out) {
            out.collect(new AlertInput.Refused(
                    shortened(letter.getSource()), shortened(letter.getOrigin()), shortened(letter.getReason())));
        }

        private static String shortened(String text) {
            return text.length() <= MAX_LENGTH ? text : text.substring(0, MAX_LENGTH);
        }
    }

    /** How collectors do, that they are heard of, and of which file systems samples arrive. */
    static final class CollectorSignals implements FlatMapFunction<CollectorHealth, AlertInput> {
        /** Twice the default interval of health records, so that each sample is in one of them. */
        private static final double MAX_SAMPLE_AGE_SECONDS = 60;

        @Override
        public void flatMap(CollectorHealth health, Collector<AlertInput> out) {
            long time = health.getTime().toEpochMilli();
            out.collect(new AlertInput.Seen(new AlertSignal(
                    AlertSource.SILENT_COLLECTORS,
                    health.getHost() + "/" + health.getCollector(),
                    "",
                    health.getType(),
                    "",
                    time,
                    0,
                    switch (health.getState()) {
                        case FAILING, HANGING -> Status.ACTIVE;
                        case ENDED -> Status.ENDED;
                        default -> Status.MEASURED;
                    },
                    time,
                    0,
                    Double.NaN,
                    story(health))));
            health.getSampleAgeSeconds().forEach((fileSystem, age) -> {
                if (age <= MAX_SAMPLE_AGE_SECONDS) {
                    out.collect(new AlertInput.Progress(fileSystem, false));
                }
            });
        }

        private static AlertDescription story(CollectorHealth health) {
            return new AlertDescription(
                    "Collector " + health.getCollector() + " on " + health.getHost() + " delivers nothing",
                    List.of(new MessageFact("State", health.getState().name().toLowerCase(java.util.Locale.ROOT))),
                    List.of(
                            health.getFailure() == null ? "It gives no reason." : health.getFailure(),
                            health.getFailedPolls() + " of " + health.getPolls() + " polls failed."),
                    "/",
                    "",
                    "barograph-health",
                    health.getState().name());
        }
    }

    /** Of what people say only silences matter here; what they found is counted where it is shown. */
    static final class SelectSilences implements FlatMapFunction<AlertInstruction, AlertInput> {
        @Override
        public void flatMap(AlertInstruction instruction, Collector<AlertInput> out) {
            if (instruction.getKind() == InstructionKind.SILENCE && instruction.getUntil() != null) {
                out.collect(new AlertInput.Quiet(new AlertSilence(
                        instruction.getId(),
                        new AlertScope(
                                Set.copyOf(instruction.getFileSystems()),
                                Set.copyOf(instruction.getTypes()),
                                Set.copyOf(instruction.getApplications())),
                        instruction.getRule(),
                        instruction.getUntil().toEpochMilli())));
            }
        }
    }
}
