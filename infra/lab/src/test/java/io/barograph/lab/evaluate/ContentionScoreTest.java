package io.barograph.lab.evaluate;

import static io.barograph.lab.evaluate.Trials.CULPRIT;
import static io.barograph.lab.evaluate.Trials.burst;
import static io.barograph.lab.evaluate.Trials.contention;
import static io.barograph.lab.evaluate.Trials.degraded;
import static io.barograph.lab.evaluate.Trials.event;
import static io.barograph.lab.evaluate.Trials.load;
import static io.barograph.lab.evaluate.Trials.outcome;
import static io.barograph.lab.evaluate.Trials.slowHost;
import static io.barograph.lab.evaluate.Trials.victim;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.barograph.lab.simulator.plan.DemandKind;
import io.barograph.schemas.EventKind;
import io.barograph.schemas.EventType;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ContentionScoreTest {
    private final ContentionScore score = new ContentionScore();

    @Test
    void shouldCountFoundAndMissedFaultsRightAndWrongEventsAndSuspects() {
        score.add(outcome(
                List.of(
                        load(DemandKind.READ, 10, 15),
                        load(DemandKind.READ, 40, 45),
                        load(DemandKind.READ, 70, 75),
                        load(DemandKind.WRITE, 100, 105)),
                contention(EventType.READ, 10, 15, CULPRIT, "another"),
                contention(EventType.READ, 40, 45, "another", CULPRIT),
                contention(EventType.WRITE, 70, 75, CULPRIT)));

        ClassScore read = score.of(FaultClass.READ);
        assertThat(read.faults()).isEqualTo(3);
        assertThat(read.found()).isEqualTo(2);
        assertThat(read.recall()).isEqualTo(2 / 3.0);
        assertThat(read.precision()).isEqualTo(1);
        assertThat(read.culpritFirst()).isEqualTo(0.5);
        ClassScore write = score.of(FaultClass.WRITE);
        assertThat(write.recall()).isZero();
        assertThat(write.precision()).isZero();
        assertThat(write.culpritFirst()).isNaN();
        assertThat(score.contention().recall()).isEqualTo(0.5);
        assertThat(score.contention().precision()).isEqualTo(2 / 3.0);
        assertThat(score.besides(FaultClass.READ)).isEqualTo(Map.of(FaultClass.WRITE, 1));
    }

    @Test
    void shouldTakePrecisionOverEventsOfAMinuteAndTwofoldHarmOrOfUnknownHarm() {
        score.add(outcome(
                List.of(load(DemandKind.READ, 10, 15)),
                contention(EventType.READ, 10, 15),
                contention(EventType.READ, 100, 100.9),
                contention(EventType.READ, 110, 115).setWorstSlowdown(1.9),
                contention(EventType.READ, 120, 121).setWorstSlowdown(2.0),
                contention(EventType.READ, 130, 135).setWorstSlowdown(null)));

        assertThat(score.of(FaultClass.READ).reports()).isEqualTo(3);
        assertThat(score.of(FaultClass.READ).precision()).isEqualTo(1 / 3.0);
    }

    @Test
    void shouldSumLostNodeHoursOfAllFaultsAndAllEvents() {
        score.add(outcome(
                List.of(
                        load(DemandKind.READ, 10, 15, victim("logged", 10, 360), victim("unlogged", 20, 180)),
                        load(DemandKind.READ, 40, 45, victim("logged", 5, 360))),
                contention(EventType.READ, 10, 15).setLostNodeHours(0.75),
                contention(EventType.READ, 100, 105).setLostNodeHours(0.5),
                contention(EventType.READ, 200, 205)));

        ClassScore read = score.of(FaultClass.READ);
        assertThat(read.lostNodeHours()).isCloseTo(2.5, within(1e-12));
        assertThat(read.loggedNodeHours()).isCloseTo(1.5, within(1e-12));
        assertThat(read.estimatedNodeHours()).isCloseTo(1.25, within(1e-12));
    }

    @Test
    void shouldMeasureDelaysFromTheOnsetOfTheFaultToTheOpening() {
        score.add(outcome(
                List.of(load(DemandKind.READ, 10, 15), load(DemandKind.READ, 40, 45)),
                contention(EventType.READ, 10.25, 15),
                contention(EventType.READ, 41, 45)));

        assertThat(score.of(FaultClass.READ).delays().median()).isEqualTo((45 + 90) / 2.0);
        assertThat(score.of(FaultClass.READ).delays().max()).isEqualTo(90);
    }

    @Test
    void shouldCountAlarmsWithoutCulprit() {
        score.add(outcome(
                List.of(degraded(DemandKind.WRITE, 10, 20), degraded(DemandKind.METADATA, 40, 50), slowHost(70, 80)),
                event(EventKind.DEGRADED, EventType.WRITE, 15, 20),
                event(EventKind.DEGRADED, EventType.READ, 15, 20),
                contention(EventType.METADATA, 41, 50),
                contention(EventType.READ, 71, 75),
                event(EventKind.DEGRADED, EventType.READ, 76, 80)));

        assertThat(score.of(FaultClass.DEGRADED_DATA).recall()).isEqualTo(1);
        assertThat(score.of(FaultClass.DEGRADED_METADATA).recall()).isZero();
        assertThat(score.contentionBesides(FaultClass.DEGRADED_METADATA)).isEqualTo(1);
        assertThat(score.contentionBesides(FaultClass.DEGRADED_DATA)).isZero();
        assertThat(score.besides(FaultClass.SLOW_HOST))
                .isEqualTo(Map.of(FaultClass.READ, 1, FaultClass.DEGRADED_DATA, 1));
        assertThat(score.contention().precision()).isZero();
    }

    @Test
    void shouldCountAsLoadWithoutHarmOnlyWhatMadeNobodyWait() {
        score.add(outcome(
                List.of(burst(10, 20, 1.6), burst(40, 50, 2.4), burst(70, 80, 2.6), burst(100, 110, 7)),
                contention(EventType.WRITE, 41, 43),
                contention(EventType.WRITE, 71, 73)));

        assertThat(score.of(FaultClass.BURST).faults()).isEqualTo(2);
        assertThat(score.besides(FaultClass.BURST)).isEqualTo(Map.of(FaultClass.WRITE, 1));
        assertThat(score.harmfulBursts()).isEqualTo(2);
        assertThat(score.reportedBursts()).isEqualTo(1);
        assertThat(score.contention().reports()).as("both are too many").isEqualTo(2);
        assertThat(score.contention().precision()).isZero();
    }

    @Test
    void shouldKeepQuietTrialsApart() {
        score.add(outcome(
                List.of(),
                contention(EventType.READ, 10, 15).setLostNodeHours(7.0),
                event(EventKind.DEGRADED, EventType.READ, 76, 80)));

        assertThat(score.quietTrials()).isEqualTo(1);
        assertThat(score.quiet()).isEqualTo(Duration.ofHours(10));
        assertThat(score.quietContention()).isEqualTo(1);
        assertThat(score.quietOther()).isEqualTo(1);
        assertThat(score.contention().reports()).isZero();
        assertThat(score.contention().estimatedNodeHours()).isZero();
    }

    @Test
    void shouldPrintOneLineAClassAndADashForWhatIsNotKnown() {
        score.add(outcome(
                List.of(load(DemandKind.READ, 10, 15, victim("logged", 10, 360))),
                contention(EventType.READ, 10, 15, CULPRIT).setLostNodeHours(0.9)));
        StringWriter text = new StringWriter();

        new ContentionTable(score, new PrintWriter(text)).print();

        assertThat(cells(text, "READ"))
                .containsExactly(
                        "READ", "1", "1", "1.000", "1", "1.000", "1.000", "1.0", "1.0", "0.9", "0.900", "30", "30");
        assertThat(cells(text, "WRITE"))
                .containsExactly("WRITE", "0", "0", "-", "0", "-", "-", "0.0", "0.0", "0.0", "-", "-", "-");
    }

    private static String[] cells(StringWriter text, String title) {
        return text.toString()
                .lines()
                .filter(line -> line.startsWith(title + " "))
                .findFirst()
                .orElseThrow()
                .split(" +");
    }
}
