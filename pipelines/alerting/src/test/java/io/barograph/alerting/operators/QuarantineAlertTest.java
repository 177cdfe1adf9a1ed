package io.barograph.alerting.operators;

import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.alerting.AlertBook;
import io.barograph.alerting.AlertNotification;
import io.barograph.alerting.operators.AlertingWorkflow.DeadLetterSignals;
import io.barograph.schemas.DeadLetter;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.functions.util.ListCollector;
import org.junit.jupiter.api.Test;

class QuarantineAlertTest {
    private static final long NOW = Instant.parse("2026-01-01T00:00:00Z").toEpochMilli();

    private static DeadLetter letter(String origin, String reason) {
        return DeadLetter.newBuilder()
                .setSource("job-summaries")
                .setOrigin(origin)
                .setComponent("job analysis")
                .setReason(reason)
                .setTime(Instant.parse("2286-01-01T00:00:00Z"))
                .setPayload(null)
                .build();
    }

    @Test
    void shouldTellOfASingleRecordThatMadeAJobFailAtOnce() {
        AlertBook book = new AlertBook(Alerts.policy(20, Duration.ZERO));
        List<AlertInput> inputs = new ArrayList<>();
        ListCollector<AlertInput> out = new ListCollector<>(inputs);
        DeadLetterSignals signals = new DeadLetterSignals();
        signals.flatMap(letter("job-summaries-0@1", "not Avro"), out);
        signals.flatMap(
                letter(
                        "job-summaries-1@17",
                        "quarantined: made operator \"take in each run once\" of job analysis fail: x"),
                out);
        inputs.forEach(input -> input.enter(book, NOW));
        book.tick(NOW + 1_000);

        AlertNotification notice = book.next(Alerts.CHANNEL, NOW + 1_000).orElseThrow();
        assertThat(notice.items()).singleElement().satisfies(item -> {
            assertThat(item.view().source().name()).isEqualTo("QUARANTINE");
            assertThat(item.view().story().title())
                    .isEqualTo("A record of job-summaries made a job fail and is skipped from now on");
            assertThat(item.view().story().toString())
                    .contains("job-summaries-1@17")
                    .contains("made operator \"take in each run once\" of job analysis fail: x");
        });
    }
}
