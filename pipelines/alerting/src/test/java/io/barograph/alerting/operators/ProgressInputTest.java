package io.barograph.alerting.operators;

import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.alerting.AlertBook;
import io.barograph.alerting.AlertNotification;
import io.barograph.alerting.operators.AlertingWorkflow.CollectorSignals;
import io.barograph.chat.ChatMessage;
import io.barograph.flink.state.BinaryFormat;
import io.barograph.schemas.CollectorHealth;
import io.barograph.schemas.CollectorState;
import io.barograph.schemas.ServerRates;
import io.barograph.schemas.Span;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.functions.util.ListCollector;
import org.junit.jupiter.api.Test;

/** What health records and results say of the analysis. */
class ProgressInputTest {
    private static List<AlertInput> progress(List<AlertInput> inputs) {
        return inputs.stream().filter(AlertInput.Progress.class::isInstance).toList();
    }

    private static List<AlertInput> ofCollector(Map<String, Double> sampleAges) {
        List<AlertInput> inputs = new ArrayList<>();
        new CollectorSignals()
                .flatMap(
                        CollectorHealth.newBuilder()
                                .setCollector("lmt")
                                .setType("lmt")
                                .setHost("mon1")
                                .setTime(Alerts.ONSET)
                                .setStartedAt(Alerts.ONSET)
                                .setState(CollectorState.RUNNING)
                                .setSampleAgeSeconds(sampleAges)
                                .build(),
                        new ListCollector<>(inputs));
        return progress(inputs);
    }

    private static List<AlertInput> ofResult(Span span) {
        List<AlertInput> inputs = new ArrayList<>();
        new RatesSignals()
                .flatMap(
                        ServerRates.newBuilder()
                                .setFileSystem("scratch")
                                .setSpan(span)
                                .setFrom(Alerts.ONSET)
                                .setTo(Alerts.ONSET.plusSeconds(60))
                                .setObservedTo(Alerts.ONSET.plusSeconds(60))
                                .setIntervalMillis(5_000)
                                .build(),
                        new ListCollector<>(inputs));
        return progress(inputs);
    }

    @Test
    void shouldTakeFileSystemsWhoseSamplesWerePublishedInTheLastMinute() {
        assertThat(ofCollector(Map.of("scratch", 4.5, "home", 60.0, "archive", 60.5)))
                .containsExactlyInAnyOrder(
                        new AlertInput.Progress("scratch", false), new AlertInput.Progress("home", false));
        assertThat(ofCollector(Map.of())).isEmpty();
    }

    @Test
    void shouldTakeResultsOfIntervalsAndMinutes() {
        assertThat(ofResult(Span.INTERVAL)).containsExactly(new AlertInput.Progress("scratch", true));
        assertThat(ofResult(Span.MINUTE)).containsExactly(new AlertInput.Progress("scratch", true));
        assertThat(ofResult(Span.DAY)).isEmpty();
    }

    @Test
    void shouldTravelBetweenTasks() throws Exception {
        BinaryFormat<AlertInput> format = AlertInput.TYPE.format();
        for (boolean isResult : new boolean[] {false, true}) {
            AlertInput input = new AlertInput.Progress("scratch", isResult);
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            format.write(input, new DataOutputStream(bytes));
            assertThat(format.read(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray()))))
                    .isEqualTo(input);
        }
        format.write(
                new AlertInput.Progress("x".repeat(100_000), true), new DataOutputStream(new ByteArrayOutputStream()));
    }

    @Test
    void shouldWriteWhatToLookAt() {
        AlertBook book = new AlertBook(Alerts.policy(20, Duration.ofSeconds(1)));
        long now = Alerts.ONSET.toEpochMilli();
        for (int i = 0; i <= 10; i++) {
            now += 30_000;
            new AlertInput.Progress("scratch", false).enter(book, now);
        }
        AlertNotification notice = null;
        for (int i = 0; i < 10 && notice == null; i++) {
            now += 500;
            book.tick(now);
            notice = book.next(Alerts.CHANNEL, now).orElse(null);
        }
        assertThat(notice).isNotNull();
        ChatMessage message = Alerts.MESSAGES.message(notice);
        assertThat(message.title()).isEqualTo("The analysis gives no results of scratch, though its samples arrive");
        assertThat(message.labels()).containsEntry("rule", "silent-analysis").containsEntry("fs", "scratch");
        assertThat(message.severity()).isEqualTo(ChatMessage.Severity.WARNING);
        assertThat(message.evidence()).anySatisfy(line -> assertThat(line).contains("./barograph doctor"));
    }
}
