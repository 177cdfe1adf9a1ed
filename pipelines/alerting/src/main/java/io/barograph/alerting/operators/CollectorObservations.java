package io.barograph.alerting.operators;

import io.barograph.alerting.AlertSource;
import io.barograph.alerting.Fact;
import io.barograph.alerting.Observation;
import io.barograph.alerting.Story;
import io.barograph.schemas.CollectorHealth;
import java.util.List;
import org.apache.flink.api.common.functions.FlatMapFunction;
import org.apache.flink.util.Collector;

/** How collectors do, and that they are heard of. */
final class CollectorObservations implements FlatMapFunction<CollectorHealth, AlertInput> {
    private static final long serialVersionUID = 1L;

    @Override
    public void flatMap(CollectorHealth health, Collector<AlertInput> out) {
        long time = health.getTime().toEpochMilli();
        out.collect(new AlertInput.Seen(new Observation(
                AlertSource.SILENT_COLLECTORS,
                health.getHost() + "/" + health.getCollector(),
                "",
                health.getType(),
                "",
                time,
                0,
                switch (health.getState()) {
                    case FAILING, HANGING -> Observation.Status.ACTIVE;
                    case ENDED -> Observation.Status.ENDED;
                    default -> Observation.Status.MEASURED;
                },
                time,
                0,
                Double.NaN,
                story(health))));
    }

    private static Story story(CollectorHealth health) {
        return new Story(
                "Collector " + health.getCollector() + " on " + health.getHost() + " delivers nothing",
                List.of(new Fact("State", health.getState().name().toLowerCase(java.util.Locale.ROOT))),
                List.of(
                        health.getFailure() == null ? "It gives no reason." : health.getFailure(),
                        health.getFailedRounds() + " of " + health.getRounds() + " rounds failed."),
                "/",
                "",
                "barograph-health",
                health.getState().name());
    }
}
