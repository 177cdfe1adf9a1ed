package io.barograph.alerting.operators;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.barograph.alerting.AlertBook;
import io.barograph.alerting.AlertNotification;
import io.barograph.alerting.operators.AlertingWorkflow.CollectorSignals;
import io.barograph.chat.ChatChannel;
import io.barograph.chat.ChatMessage;
import io.barograph.schemas.Anomaly;
import io.barograph.schemas.AnomalyKind;
import io.barograph.schemas.CollectorHealth;
import io.barograph.schemas.CollectorState;
import io.barograph.schemas.ContentionEvent;
import io.barograph.schemas.EventType;
import io.barograph.schemas.Finding;
import io.barograph.schemas.RatesOfServers;
import io.barograph.schemas.ServerRates;
import io.barograph.schemas.Slowdown;
import io.barograph.schemas.SlowdownKind;
import io.barograph.schemas.SlowdownScope;
import io.barograph.schemas.Span;
import io.barograph.schemas.Verdict;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.functions.FlatMapFunction;
import org.apache.flink.api.common.functions.util.ListCollector;
import org.junit.jupiter.api.Test;

/** From records to the messages that people read. */
class AlertMessagesTest {
    private static final Instant ONSET = Alerts.ONSET;

    private final AlertBook book = new AlertBook(Alerts.policy(20, Duration.ofSeconds(1)));
    private Instant now = ONSET.plusSeconds(31);

    private <T> void observe(FlatMapFunction<T, AlertInput> observations, T observed) throws Exception {
        List<AlertInput> inputs = new ArrayList<>();
        observations.flatMap(observed, new ListCollector<>(inputs));
        inputs.forEach(input -> input.enter(book, now.toEpochMilli()));
    }

    private ChatMessage next() {
        for (int i = 0; i < 10; i++) {
            now = now.plusSeconds(1);
            book.tick(now.toEpochMilli());
            AlertNotification notice =
                    book.next(Alerts.CHANNEL, now.toEpochMilli()).orElse(null);
            if (notice != null) {
                book.concluded(notice, true, now.toEpochMilli());
                return Alerts.MESSAGES.message(notice);
            }
        }
        throw new AssertionError("nothing is to be sent");
    }

    private static List<String> facts(ChatMessage message) {
        return message.facts().stream()
                .map(fact -> fact.name() + ": " + fact.value())
                .toList();
    }

    @Test
    void shouldTellOfContentionWhatATiredPersonNeeds() throws Exception {
        ContentionEvent event = Alerts.contention("scratch", ONSET).build();
        observe(new ContentionSignals(), event);
        ChatMessage opened = next();
        assertThat(opened.state()).isEqualTo(ChatMessage.State.OPENED);
        assertThat(opened.title()).isEqualTo("Read contention on scratch");
        assertThat(facts(opened))
                .startsWith(
                        "How bad: reading data takes 3.20 times as long as usual",
                        "Suspected: job 4711 (vasp, ada): 78 % of the load",
                        "Victims: not known yet, a run is judged when it has ended",
                        "Next: ./barograph why --config FILE --fs scratch --at " + ONSET.plusSeconds(25));
        assertThat(opened.evidence())
                .containsExactly(
                        "Reads took 3.2 times as long as usual while 4711 read 12 GB/s.",
                        "Load of scratch: peak 12.3 GB/s, threshold 1.5 GB/s",
                        "Harm is shown by probes");
        assertThat(opened.links())
                .extracting(ChatMessage.Link::address)
                .containsExactly(
                        URI.create("https://grafana/sub/d/barograph-contention?var-fs=scratch&from="
                                + (ONSET.toEpochMilli() - 605_000) + "&to=" + (now.toEpochMilli() + 600_000)),
                        URI.create("http://barograph:8096/events/scratch/READ/"
                                + ONSET.plusSeconds(25).toEpochMilli()));
        assertThat(opened.labels())
                .containsEntry("rule", "contention")
                .containsEntry("fs", "scratch")
                .containsEntry("severity", "warning")
                .containsEntry("type", "READ");

        observe(new ContentionSignals(), Alerts.worse(event));
        ChatMessage updated = next();
        assertThat(updated.state()).isEqualTo(ChatMessage.State.UPDATED);
        assertThat(updated.severity()).isEqualTo(ChatMessage.Severity.CRITICAL);
        assertThat(updated.labels()).isEqualTo(opened.labels());
        assertThat(facts(updated))
                .contains(
                        "How bad: reading data takes 7.00 times as long as usual; about 12.5 node-hours lost",
                        "Victims: job 4712 (ior) lost 90 s; 3 other jobs");
        assertThat(updated.picture()).isEqualTo(URI.create("http://barograph:8096/jobs/4712/umami.png"));

        observe(new ContentionSignals(), Alerts.closed(Alerts.worse(event)));
        ChatMessage resolved = next();
        assertThat(resolved.state()).isEqualTo(ChatMessage.State.RESOLVED);
        assertThat(resolved.key()).isEqualTo(opened.key());
        assertThat(resolved.title()).isEqualTo("Over: Read contention on scratch");
        assertThat(resolved.endedAt()).isEqualTo(event.getDecidedAt().plusSeconds(2));
    }

    /** People copy the command; names come from those who publish. */
    @Test
    void shouldQuoteANameThatAShellWouldTakeForACommand() throws Exception {
        observe(new ContentionSignals(), Alerts.contention("a; reboot", ONSET).build());

        assertThat(facts(next())).anyMatch(fact -> fact.contains(" --fs 'a; reboot' --at "));
    }

    @Test
    void shouldWriteTheContentionOfTheDocumentationAndItsEnd() throws Exception {
        now = Instant.parse("2024-01-01T08:47:15Z");
        observe(new ContentionSignals(), Alerts.EXAMPLE_CONTENTION);
        assertDocumented(next());
        now = Instant.parse("2024-01-01T08:55:15Z");
        observe(new ContentionSignals(), Alerts.EXAMPLE_CONTENTION_OVER);
        assertDocumented(next());
    }

    @Test
    void shouldWriteTheDegradationOfTheDocumentation() throws Exception {
        now = Instant.parse("2024-01-01T05:25:45Z");
        observe(new ContentionSignals(), Alerts.EXAMPLE_DEGRADATION);
        assertDocumented(next());
    }

    /** As an Alertmanager receives it; other services show the same lines. */
    private static void assertDocumented(ChatMessage message) throws Exception {
        try (ChatServer alertmanager = new ChatServer();
                ChatChannel channel = ChatChannel.open(Alerts.alertmanager(alertmanager.url()))) {
            channel.attempt(message);
            JsonNode annotations = alertmanager.messages().get(0).get(0).get("annotations");
            String text = annotations.get("summary").asText() + "\n"
                    + annotations.get("description").asText();
            assertThat(Files.readString(Path.of("../../docs/alerts.md"))).contains("\n\n" + text.indent(4) + "\n");
        }
    }

    @Test
    void shouldTellOfASlowRunWithItsPicture() throws Exception {
        observe(
                new AnomalySignals(),
                Anomaly.newBuilder()
                        .setKind(AnomalyKind.RUN)
                        .setJobId("12/3")
                        .setUser("ada")
                        .setStartTime(ONSET.minusSeconds(600))
                        .setEndTime(ONSET)
                        .setExecutable("/bin/vasp")
                        .setFileSystem("scratch")
                        .setApplication("vasp")
                        .setDecidedAt(ONSET.plusSeconds(30))
                        .setVerdict(Verdict.ANOMALOUS)
                        .setAnomalous(true)
                        .setPerformance(2.5e9)
                        .setFractionOfPeak(0.31)
                        .setRobustZ(-6.5)
                        .setUsualPerformance(8e9)
                        .setLikelyCause("METADATA_LOAD")
                        .setFindings(List.of(Finding.newBuilder()
                                .setCause("METADATA_LOAD")
                                .setShare(0.8)
                                .setConfidence(0.62)
                                .setConfidenceLow(0.5)
                                .setConfidenceHigh(0.7)
                                .setEvidence("opens of others")
                                .setUnit("/s")
                                .setValue(9_000.0)
                                .setUsual(900.0)
                                .build()))
                        .setSentence("Performance is far below the climate.")
                        .build());
        ChatMessage message = next();
        assertThat(message.title()).isEqualTo("Job 12/3 was slow on scratch (vasp)");
        assertThat(message.endedAt()).isEqualTo(ONSET);
        assertThat(message.severity()).isEqualTo(ChatMessage.Severity.INFO);
        assertThat(facts(message))
                .contains(
                        "How bad: 2.50 GB/s instead of 8.00 GB/s",
                        "Cause: Metadata load was high: opens of others 9 000/s (usually 900/s); likely, 0.62",
                        "Victims: job 12/3, vasp, ada");
        assertThat(message.links())
                .extracting(link -> link.address().toString())
                .anyMatch(address -> address.equals("http://barograph:8096/jobs/12%2F3"));
        assertThat(message.picture()).isEqualTo(URI.create("http://barograph:8096/jobs/12%2F3/umami.png"));
    }

    private static Anomaly.Builder slowRun() {
        return Anomaly.newBuilder()
                .setKind(AnomalyKind.RUN)
                .setJobId("12")
                .setStartTime(ONSET.minusSeconds(600))
                .setEndTime(ONSET)
                .setFileSystem("scratch")
                .setDecidedAt(ONSET.plusSeconds(30))
                .setVerdict(Verdict.ANOMALOUS)
                .setAnomalous(true)
                .setRobustZ(-6.5);
    }

    @Test
    void shouldNameTheEventThatSlowedARunAndItsSuspect() throws Exception {
        observe(
                new AnomalySignals(),
                slowRun()
                        .setLikelyCause("LOAD_READ")
                        .setEvent("Read contention on scratch from 2026-01-01T09:55:00Z, not over.")
                        .setSuspectJobId("4711")
                        .build());
        assertThat(facts(next()))
                .contains("Cause: Read contention on scratch from 2026-01-01T09:55:00Z, not over."
                        + " Most of the load: job 4711.");
    }

    @Test
    void shouldNotCallACircumstanceOfASlowRunItsCause() throws Exception {
        observe(
                new AnomalySignals(),
                slowRun()
                        .setLoss(1.0)
                        .setLikelyCause("LASTING")
                        .setFindings(List.of(Finding.newBuilder()
                                .setCause("LASTING")
                                .setShare(0.4)
                                .setConfidence(0.62)
                                .setConfidenceLow(0.5)
                                .setConfidenceHigh(0.7)
                                .build()))
                        .build());
        assertThat(facts(next()))
                .contains("Cause: not measured. Its last runs were slow already: 40 % of the loss (likely, 0.62)");
    }

    @Test
    void shouldSayThatNothingIsKnownOfACollectorThatIsSilent() throws Exception {
        observe(
                new CollectorSignals(),
                CollectorHealth.newBuilder()
                        .setCollector("lmt")
                        .setType("lmt")
                        .setHost("mon1")
                        .setTime(ONSET)
                        .setStartedAt(ONSET)
                        .setState(CollectorState.RUNNING)
                        .build());
        now = now.plusSeconds(600);
        ChatMessage message = next();
        assertThat(message.title()).isEqualTo("UNKNOWN, no news: Collector lmt on mon1 delivers nothing");
        assertThat(message.startedAt()).isEqualTo(ONSET);
        assertThat(facts(message)).contains("Last heard of: 2026-01-01 10:00 UTC");
    }

    @Test
    void shouldTellOfSilentServersAfterFiveMinutesByName() throws Exception {
        for (int minute = 0; minute < 7; minute++) {
            Instant end = ONSET.plusSeconds(60L * minute);
            now = end.plusSeconds(1);
            observe(
                    new RatesSignals(),
                    ServerRates.newBuilder()
                            .setFileSystem("scratch")
                            .setSpan(Span.MINUTE)
                            .setFrom(end.minusSeconds(60))
                            .setTo(end)
                            .setObservedTo(end)
                            .setIntervalMillis(5000)
                            .setData(RatesOfServers.newBuilder()
                                    .setExpectedServers(24)
                                    .setExpectedSamples(288)
                                    .setSamples(264)
                                    .setSilentServers(List.of("OST0001", "OST0007"))
                                    .setQuantities(Map.of())
                                    .build())
                            .build());
        }
        ChatMessage message = next();
        assertThat(message.title()).isEqualTo("2 data servers of scratch are silent");
        assertThat(facts(message)).contains("How bad: 2 of 24 data servers");
        assertThat(message.evidence().get(0)).isEqualTo("OST0001, OST0007");
    }

    @Test
    void shouldTakeTheMinutesOfAllAgreeingHostsAsSlowdown() throws Exception {
        List<AlertInput> inputs = new ArrayList<>();
        Slowdown minute = Slowdown.newBuilder()
                .setFileSystem("scratch")
                .setOperation("DATA_READ")
                .setKind(SlowdownKind.INTERVAL)
                .setScope(SlowdownScope.FILE_SYSTEM)
                .setStart(ONSET)
                .setEnd(ONSET.plusSeconds(60))
                .setDecidedAt(ONSET.plusSeconds(60))
                .setSlowdown(9.0)
                .setAgreeingSlowdown(4.0)
                .build();
        new SlowdownSignals().flatMap(minute, new ListCollector<>(inputs));
        new SlowdownSignals()
                .flatMap(
                        Slowdown.newBuilder(minute)
                                .setEnd(ONSET.plusSeconds(600))
                                .build(),
                        new ListCollector<>(inputs));
        new SlowdownSignals()
                .flatMap(
                        Slowdown.newBuilder(minute).setScope(SlowdownScope.HOST).build(), new ListCollector<>(inputs));
        assertThat(inputs).singleElement().isInstanceOfSatisfying(AlertInput.Seen.class, seen -> assertThat(
                        seen.observation().value())
                .isEqualTo(4.0));
    }

    @Test
    void shouldWriteOneMessageForSeveralAlerts() throws Exception {
        for (int i = 0; i < 12; i++) {
            observe(
                    new ContentionSignals(),
                    Alerts.contention("scratch", ONSET)
                            .setType(EventType.HOTSPOT)
                            .setServer("OST" + i)
                            .build());
        }
        ChatMessage message = next();
        assertThat(message.title()).isEqualTo("12 alerts of rule contention on scratch");
        assertThat(facts(message)).hasSize(9).last().isEqualTo("Not listed: 4 more; ./barograph alert list shows them");
    }

    @Test
    void shouldBringContentOfAnyKindIntoAMessage() throws Exception {
        String hostile = "<!channel> @all *x*\n\u0000\u202e[a](http://b)\"'%00/../\ud83d\ude00".repeat(3000);
        observe(
                new ContentionSignals(),
                Alerts.contention(hostile, ONSET)
                        .setServer(hostile)
                        .setSentence(hostile)
                        .build());
        ChatMessage message = next();
        assertThat(message.title()).hasSizeLessThanOrEqualTo(200).doesNotContain("\n");
        assertThat(message.key()).hasSizeLessThanOrEqualTo(500);
        assertThat(message.links()).hasSize(1);
    }

    @Test
    void shouldMarkATestMessage() {
        ChatMessage test = AlertMessages.test("operations", ONSET);
        assertThat(test.state()).isEqualTo(ChatMessage.State.TEST);
        assertThat(test.title()).contains("TEST").contains("operations");
    }

    @Test
    void shouldWriteAmountsAndTimesAsPeopleReadThem() {
        assertThat(AlertValueFormat.amount(12.345e9, "B/s")).isEqualTo("12.3 GB/s");
        assertThat(AlertValueFormat.amount(999, "B")).isEqualTo("999 B");
        assertThat(AlertValueFormat.amount(0, "B")).isEqualTo("0.00 B");
        assertThat(AlertValueFormat.duration(119_000)).isEqualTo("119 s");
        assertThat(AlertValueFormat.duration(3_600_000)).isEqualTo("60 min");
        assertThat(AlertValueFormat.duration(90_000_000)).isEqualTo("25 h 0 min");
        assertThat(AlertValueFormat.duration(266_400_000)).isEqualTo("3 d 2 h");
    }
}
