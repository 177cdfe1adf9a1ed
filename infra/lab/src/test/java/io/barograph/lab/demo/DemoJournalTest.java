package io.barograph.lab.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.cli.reports.LastEvents;
import io.barograph.lab.simulator.FaultTruth;
import io.barograph.lab.simulator.plan.DemandKind;
import io.barograph.lab.simulator.plan.SimulatedFault;
import io.barograph.schemas.AvroCodec;
import io.barograph.schemas.ContentionEvent;
import io.barograph.schemas.EventKind;
import io.barograph.schemas.EventState;
import io.barograph.schemas.EventType;
import io.barograph.schemas.ServerRates;
import io.barograph.schemas.Span;
import io.barograph.schemas.Suspect;
import io.barograph.schemas.SuspectSource;
import io.barograph.schemas.TrafficDirection;
import io.barograph.schemas.Victim;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is told of events, and what is said of it at the end. */
class DemoJournalTest {
    private static final Instant BEGIN = Instant.parse("2026-03-01T12:00:00Z");
    private static final FaultTruth FAULT = new FaultTruth(
            0,
            SimulatedFault.contention("scratch", DemandKind.WRITE, Duration.ZERO, Duration.ofMinutes(4), 3),
            minute(2),
            minute(6),
            List.of("OST0000", "OST0001"),
            3,
            "culprit",
            List.of(),
            List.of());

    static {
        AvroCodec.of(ContentionEvent.class);
        AvroCodec.of(ServerRates.class);
    }

    private final DemoJournal journal = new DemoJournal(BEGIN, 1);

    @Test
    void shouldTellTheOpeningTheSuspectTheVictimAndTheEndOnce() {
        int before = journal.lines().size();
        journal.add(event(1, EventState.OPENED).build());
        journal.add(event(2, EventState.UPDATED)
                .setSuspects(suspect("somebody", 0.01))
                .build());
        journal.add(event(3, EventState.UPDATED)
                .setSuspects(suspect("culprit", 0.5))
                .build());
        journal.add(event(4, EventState.UPDATED)
                .setSuspects(suspect("culprit", 0.8))
                .build());
        journal.add(
                event(5, EventState.CLOSED).setSuspects(suspect("culprit", 0.9)).build());
        journal.add(event(6, EventState.CLOSED).setVictims(victim(1)).build());
        journal.add(event(7, EventState.CLOSED).setVictims(victim(60)).build());
        journal.add(event(8, EventState.CLOSED).setVictims(victim(70)).build());
        journal.add(event(9, EventState.OPENED).setKind(EventKind.TRANSIENT).build());

        assertThat(journal.lines().subList(before, journal.lines().size()))
                .containsExactly(
                        "12:03:00  Opened: Write contention on scratch. revision 1",
                        "12:05:00  Suspect known: Write contention on scratch. revision 3",
                        "12:07:00  Over: Write contention on scratch. revision 5",
                        "12:09:00  Victims known: Write contention on scratch. revision 7");
        assertThat(journal.questions()).extracting(DemoJournal.Question::jobId).containsExactly("victim");

        journal.answer(journal.questions().get(0), "load", List.of("Answer: load"));
        assertThat(journal.questions()).isEmpty();
        assertThat(journal.lines()).endsWith("Answer: load");
    }

    @Test
    void shouldShowHowFarThePastIsAnalysed() {
        int before = journal.lines().size();
        journal.add(rates(-11));
        journal.add(rates(-10));
        journal.add(rates(-9));
        journal.add(rates(0));
        journal.add(rates(1));

        assertThat(journal.lines().subList(before, journal.lines().size()))
                .startsWith(
                        "11:50:00  110 of 120 min of the past are analysed",
                        "12:00:00  120 of 120 min of the past are analysed")
                .hasSize(4);
    }

    @Test
    void shouldFindAFaultRightThatIsReportedWithItsCulpritAndItsCause() {
        report("culprit", "load");
        assertThat(scoreboard(FAULT).wrong()).isZero();
        assertThat(printed(scoreboard(FAULT))).contains("right").doesNotContain("WRONG");
    }

    @Test
    void shouldFindAnotherSuspectWrong() {
        report("somebody", "load");
        assertThat(scoreboard(FAULT).wrong()).isEqualTo(1);
        assertThat(printed(scoreboard(FAULT))).contains("WRONG");
    }

    @Test
    void shouldFindAnotherAnswerWrong() {
        report("culprit", "unknown");
        assertThat(scoreboard(FAULT).wrong()).isEqualTo(1);
    }

    @Test
    void shouldFindAMissedFaultWrongOnceItIsDue() {
        journal.add(rates(8));
        assertThat(scoreboard(FAULT).wrong()).isZero();
        journal.add(rates(9));
        assertThat(scoreboard(FAULT).wrong()).isEqualTo(1);
        assertThat(printed(scoreboard(FAULT))).contains("nothing", "WRONG");
    }

    @Test
    void shouldNotJudgeAnEventThatOpenedAfterTheLastRates() {
        journal.add(rates(2));
        journal.add(event(1, EventState.OPENED).build());
        assertThat(scoreboard(FAULT).wrong()).isZero();
    }

    @Test
    void shouldFindAnEventWithoutAFaultWrong() {
        report("culprit", "load");
        assertThat(scoreboard().wrong()).isEqualTo(1);
        assertThat(printed(scoreboard())).contains("nothing", "WRITE", "WRONG");
    }

    private void report(String suspect, String answer) {
        ContentionEvent event = event(5, EventState.CLOSED)
                .setSuspects(suspect(suspect, 0.9))
                .setEnd(minute(6))
                .build();
        journal.add(event);
        journal.answer(new DemoJournal.Question(LastEvents.Identity.of(event), "victim"), answer, List.of());
        journal.add(rates(9));
    }

    private FaultScoreboard scoreboard(FaultTruth... faults) {
        return new FaultScoreboard(List.of(faults), journal, minute(3));
    }

    private static String printed(FaultScoreboard scoreboard) {
        StringWriter text = new StringWriter();
        PrintWriter out = new PrintWriter(text);
        scoreboard.print(out);
        out.flush();
        return text.toString();
    }

    private static Instant minute(int minutes) {
        return BEGIN.plus(Duration.ofMinutes(minutes));
    }

    private static ServerRates rates(int to) {
        return ServerRates.newBuilder()
                .setFileSystem("scratch")
                .setSpan(Span.MINUTE)
                .setDirection(TrafficDirection.TOTAL)
                .setFrom(minute(to - 1))
                .setTo(minute(to))
                .setObservedTo(minute(to))
                .setIntervalMillis(5_000)
                .setRevision(1)
                .build();
    }

    private static ContentionEvent.Builder event(int revision, EventState state) {
        return ContentionEvent.newBuilder()
                .setKind(EventKind.CONTENTION)
                .setType(EventType.WRITE)
                .setFileSystem("scratch")
                .setOnset(minute(2))
                .setState(state)
                .setRevision(revision)
                .setDecidedAt(minute(2 + revision))
                .setSentence("revision " + revision);
    }

    private static List<Suspect> suspect(String jobId, double share) {
        return List.of(Suspect.newBuilder()
                .setJobId(jobId)
                .setAmount(1)
                .setShare(share)
                .setSource(SuspectSource.JOB_STATS)
                .build());
    }

    private static List<Victim> victim(double lostSeconds) {
        return List.of(Victim.newBuilder()
                .setJobId("victim")
                .setLostSeconds(lostSeconds)
                .build());
    }
}
