package io.barograph.alerting.operators;

import io.barograph.alerting.AlertBook;
import io.barograph.alerting.AlertNotification;
import io.barograph.alerting.AlertNotification.Kind;
import io.barograph.alerting.AlertPolicy;
import io.barograph.chat.MessageDeliveryResult;
import io.barograph.configuration.AlertingSettings;
import io.barograph.schemas.Alert;
import io.barograph.schemas.Anomaly;
import io.barograph.schemas.ContentionEvent;
import io.barograph.schemas.DeadLetter;
import io.barograph.schemas.ServerRates;
import io.barograph.schemas.Slowdown;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.apache.avro.specific.SpecificRecord;
import org.apache.flink.api.common.functions.util.ListCollector;
import org.apache.flink.util.Collector;

/**
 * Finds out which alerts the results of a replay would have sent, and when: the same rules as live, with the time of each
 * result as the wall clock, and channels that take every message at once. Sends nothing.
 */
public final class ReplayedAlerts {
    private static final long STEP = Duration.ofSeconds(10).toMillis();

    /** Groups and cool-downs that the last result began end within that. */
    private static final long AFTERWARDS = Duration.ofMinutes(10).toMillis();

    private final AlertPolicy policy;
    private final AlertMessages messages;
    private final List<Arrival> arrivals = new ArrayList<>();

    private static final MessageDeliveryResult DELIVERED =
            new MessageDeliveryResult(MessageDeliveryResult.Status.DELIVERED, 0, "");

    private record Arrival(long time, AlertInput input) {}

    /** @param settings section {@code alerting} of the configuration */
    public ReplayedAlerts(AlertingSettings settings) {
        this.policy = AlertingPolicies.of(settings);
        this.messages = new AlertMessages(settings.pageUrl(), settings.grafanaUrl());
    }

    /**
     * @param result a result; of a kind that no alert is about, it is left out
     * @param time when it was decided, milliseconds since the epoch
     */
    public void add(SpecificRecord result, long time) {
        List<AlertInput> inputs = new ArrayList<>();
        Collector<AlertInput> out = new ListCollector<>(inputs);
        try {
            if (result instanceof ContentionEvent event) {
                new ContentionSignals().flatMap(event, out);
            } else if (result instanceof Anomaly anomaly) {
                new AnomalySignals().flatMap(anomaly, out);
            } else if (result instanceof Slowdown slowdown) {
                new SlowdownSignals().flatMap(slowdown, out);
            } else if (result instanceof ServerRates rates) {
                new RatesSignals().flatMap(rates, out);
            } else if (result instanceof DeadLetter letter) {
                new AlertingWorkflow.DeadLetterSignals().flatMap(letter, out);
            }
        } catch (Exception e) { // what Flink's functions declare
            throw new IllegalStateException("observing " + result.getSchema().getName(), e);
        }
        inputs.forEach(input -> arrivals.add(new Arrival(time, input)));
    }

    /** @return what would have been sent, in the order of time */
    public List<Alert> alerts() {
        List<Alert> alerts = new ArrayList<>();
        AlertBook book = new AlertBook(policy);
        arrivals.sort(Comparator.comparingLong(Arrival::time));
        long now = arrivals.isEmpty() ? 0 : arrivals.get(0).time();
        for (Arrival arrival : arrivals) {
            for (; now + STEP <= arrival.time(); now += STEP) {
                emit(book, now, alerts);
            }
            arrival.input().enter(book, arrival.time());
        }
        for (long end = now + AFTERWARDS; now < end; now += STEP) {
            emit(book, now, alerts);
        }
        return alerts;
    }

    private void emit(AlertBook book, long now, List<Alert> alerts) {
        book.tick(now);
        for (String channel : policy.channels()) {
            for (Optional<AlertNotification> next = book.next(channel, now);
                    next.isPresent();
                    next = book.next(channel, now)) {
                AlertNotification notice = next.get();
                if (notice.kind() != Kind.HEARTBEAT) {
                    alerts.addAll(
                            AlertRecords.of(notice, messages.message(notice), DELIVERED, Instant.ofEpochMilli(now)));
                }
                book.concluded(notice, true, now);
            }
        }
    }
}
