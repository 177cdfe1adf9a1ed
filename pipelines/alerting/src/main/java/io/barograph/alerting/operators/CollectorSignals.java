package io.barograph.alerting.operators;

import io.barograph.alerting.AlertDescription;
import io.barograph.alerting.AlertSignal;
import io.barograph.alerting.AlertSource;
import io.barograph.alerting.MessageFact;
import io.barograph.schemas.CollectorHealth;
import java.util.List;
import org.apache.flink.api.common.functions.FlatMapFunction;
import org.apache.flink.util.Collector;

/** How collectors do, and that they are heard of. */
final class CollectorSignals implements FlatMapFunction<CollectorHealth, AlertInput> {
    private static final long serialVersionUID = 1L;

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
                    case FAILING, HANGING -> AlertSignal.Status.ACTIVE;
                    case ENDED -> AlertSignal.Status.ENDED;
                    default -> AlertSignal.Status.MEASURED;
                },
                time,
                0,
                Double.NaN,
                story(health))));
    }

    private static AlertDescription story(CollectorHealth health) {
        return new AlertDescription(
                "Collector " + health.getCollector() + " on " + health.getHost() + " delivers nothing",
                List.of(new MessageFact("State", health.getState().name().toLowerCase(java.util.Locale.ROOT))),
                List.of(
                        health.getFailure() == null ? "It gives no reason." : health.getFailure(),
                        health.getFailedRounds() + " of " + health.getRounds() + " rounds failed."),
                "/",
                "",
                "barograph-health",
                health.getState().name());
    }
}
