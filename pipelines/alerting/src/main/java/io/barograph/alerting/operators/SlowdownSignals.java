package io.barograph.alerting.operators;

import io.barograph.alerting.AlertDescription;
import io.barograph.alerting.AlertSignal;
import io.barograph.alerting.AlertSignal.Status;
import io.barograph.alerting.AlertSource;
import io.barograph.alerting.MessageFact;
import io.barograph.schemas.OperationLabel;
import io.barograph.schemas.Slowdown;
import io.barograph.schemas.SlowdownKind;
import io.barograph.schemas.SlowdownScope;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.functions.FlatMapFunction;
import org.apache.flink.util.Collector;

/** The minutes of the probes, over all hosts that agree with each other. */
final class SlowdownSignals implements FlatMapFunction<Slowdown, AlertInput> {
    private static final Duration MINUTE = Duration.ofMinutes(1);

    @Override
    public void flatMap(Slowdown slowdown, Collector<AlertInput> out) {
        boolean minute = slowdown.getKind() == SlowdownKind.INTERVAL
                && slowdown.getScope() == SlowdownScope.FILE_SYSTEM
                && Duration.between(slowdown.getStart(), slowdown.getEnd()).equals(MINUTE);
        Double factor =
                slowdown.getAgreeingSlowdown() == null ? slowdown.getSlowdown() : slowdown.getAgreeingSlowdown();
        if (minute && factor != null) {
            out.collect(new AlertInput.Seen(observation(slowdown, factor)));
        }
    }

    private static AlertSignal observation(Slowdown slowdown, double factor) {
        long end = slowdown.getEnd().toEpochMilli();
        List<MessageFact> facts = new ArrayList<>();
        facts.add(new MessageFact("How bad", AlertValueFormat.number(factor) + " times slower than usual"));
        facts.add(new MessageFact("Suspected", "see contention and degraded events of that time"));
        facts.add(new MessageFact("Victims", "whoever does this on " + slowdown.getFileSystem()));
        List<String> evidence = new ArrayList<>();
        if (slowdown.getMedianSeconds() != null && slowdown.getExpectedSeconds() != null) {
            evidence.add("Median " + AlertValueFormat.amount(slowdown.getMedianSeconds() * 1000, "ms") + ", usually "
                    + AlertValueFormat.amount(slowdown.getExpectedSeconds() * 1000, "ms"));
        }
        evidence.add(slowdown.getTimings() + " timings, " + slowdown.getTimeouts() + " of them time-outs");
        return new AlertSignal(
                AlertSource.SLOWDOWN,
                slowdown.getFileSystem() + "/" + slowdown.getOperation(),
                slowdown.getFileSystem(),
                slowdown.getOperation(),
                "",
                end,
                0,
                Status.MEASURED,
                end,
                0,
                factor,
                new AlertDescription(
                        slowdown.getFileSystem() + " is slow: " + OperationLabel.of(slowdown.getOperation()),
                        facts,
                        evidence,
                        "/slowdown",
                        AlertValueFormat.dashboard("barograph-slowdown", slowdown.getFileSystem())));
    }
}
