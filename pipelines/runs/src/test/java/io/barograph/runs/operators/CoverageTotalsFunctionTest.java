package io.barograph.runs.operators;

import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.flink.state.AvroFormat;
import io.barograph.runs.ClockShifts;
import io.barograph.runs.ClockSkew;
import io.barograph.runs.CoverageTotalsByDay;
import io.barograph.runs.DailyCoverageTotals;
import io.barograph.runs.DailyCoverageTotals.Amount;
import io.barograph.schemas.EvidenceReach;
import io.barograph.servers.history.HistoryPolicy;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.serialization.SerializerConfigImpl;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.streaming.api.operators.KeyedProcessOperator;
import org.apache.flink.streaming.util.KeyedOneInputStreamOperatorTestHarness;
import org.junit.jupiter.api.Test;

class CoverageTotalsFunctionTest {
    private static final int HOUR = 3_600;
    /** Interval, lateness and revision delay. */
    private static final int DELAY = 5 + 30 + 900;

    private static final Instant TODAY = Instant.ofEpochMilli(CoverageTotalsByDay.dayOf(Site.millis(0)));

    private static KeyedOneInputStreamOperatorTestHarness<String, CoverageContribution, EvidenceReach> harness()
            throws Exception {
        KeyedOneInputStreamOperatorTestHarness<String, CoverageContribution, EvidenceReach> harness =
                new KeyedOneInputStreamOperatorTestHarness<>(
                        new KeyedProcessOperator<>(new CoverageTotalsFunction(HistoryPolicy.DEFAULT, Site.CATALOGUE)),
                        CoverageContribution::fileSystem,
                        Types.STRING);
        harness.setup(AvroFormat.typeOf(EvidenceReach.class).createSerializer(new SerializerConfigImpl()));
        return harness;
    }

    /** Traffic of an hour, counted from 10 o'clock. */
    private static CoverageContribution traffic(int hour, long bytes) {
        DailyCoverageTotals evidence = DailyCoverageTotals.of(
                Map.of(Amount.SERVER_READ_BYTES, bytes, Amount.EXPECTED_SAMPLES, 100L, Amount.MISSING_SAMPLES, 10L));
        return new CoverageContribution(
                "scratch",
                Site.millis((hour + 1) * HOUR + DELAY),
                CoverageTotalsByDay.at(Site.millis(hour * HOUR), evidence),
                Site.millis((hour + 1) * HOUR));
    }

    private static CoverageContribution darshan(int second, int knownAt, long bytes) {
        DailyCoverageTotals evidence =
                DailyCoverageTotals.of(Map.of(Amount.DARSHAN_WRITE_BYTES, bytes, Amount.RUNS_OK, 1L));
        return new CoverageContribution(
                "scratch",
                Site.millis(knownAt),
                CoverageTotalsByDay.at(Site.millis(second), evidence),
                CoverageContribution.NO_TRAFFIC);
    }

    private static CoverageContribution skew(int second, int from, int to) {
        ClockSkew skew = ClockSkew.of(
                100, 0, ClockShifts.of(5_000), shift -> shift >= from * 1_000L && shift <= to * 1_000L ? 100 : 0);
        return new CoverageContribution(
                "scratch",
                Site.millis(second),
                CoverageTotalsByDay.at(Site.millis(second), DailyCoverageTotals.of(skew)),
                CoverageContribution.NO_TRAFFIC);
    }

    @Test
    void shouldGiveOutADayWhenTheTrafficOfAnHourHasComeAndCountWhatIsKnownByThen() throws Exception {
        OperatorSubtaskState snapshot;
        try (var harness = harness()) {
            harness.open();
            harness.processElement(darshan(100, 200, 300), 0);
            harness.processElement(darshan(100, HOUR + DELAY, 200), 0);
            harness.processElement(darshan(100, HOUR + DELAY + 1, 50), 0);
            snapshot = harness.snapshot(1, 1);
        }
        try (var restored = harness()) {
            restored.initializeState(snapshot);
            restored.open();
            restored.processElement(traffic(0, 1_000), 0);
            restored.processWatermark(Site.millis(HOUR + DELAY) - 1);
            List<EvidenceReach> early = restored.extractOutputValues();
            assertThat(early).as("what was known in the first minutes").hasSize(1);
            assertThat(early.get(0).getBytesReach()).isNull();
            assertThat(early.get(0).getServerReadBytes()).isNull();
            restored.processWatermark(Site.millis(HOUR + DELAY));
            restored.processElement(traffic(1, 1_000), 0);
            restored.processWatermark(Site.millis(2 * HOUR + DELAY));
            List<EvidenceReach> records = restored.extractOutputValues();
            assertThat(records).extracting(EvidenceReach::getRevision).containsExactly(1, 2, 3);
            assertThat(records).extracting(EvidenceReach::getBytesReach).containsExactly(null, 0.5, 550.0 / 2_000);
            EvidenceReach last = records.get(2);
            assertThat(last.getDay()).isEqualTo(TODAY);
            assertThat(last.getDecidedAt()).isEqualTo(Site.at(2 * HOUR + DELAY));
            assertThat(last.getServerMissingFraction()).isEqualTo(0.1);
            assertThat(last.getRuns()).isEqualTo(3);
            assertThat(last.getRunsByQuality()).isEqualTo(Map.of("OK", 3));
            assertThat(last.getProvisional()).isTrue();
            assertThat(last.getClockSkewSeconds()).isNull();
        }
    }

    @Test
    void shouldSayThatADayIsNoLongerProvisionalWhenServersHaveReportedForADayBeyondItAndForgetItLater()
            throws Exception {
        try (var harness = harness()) {
            harness.open();
            // Today ends at hour 14, and its logs have been awaited at hour 38.
            for (int hour = 0; hour < 40; hour++) {
                harness.processElement(traffic(hour, 1_000), 0);
                harness.processWatermark(Site.millis((hour + 1) * HOUR + DELAY));
            }
            List<EvidenceReach> today = harness.extractOutputValues().stream()
                    .filter(record -> record.getDay().equals(TODAY))
                    .toList();
            assertThat(today).hasSize(15);
            assertThat(today.get(13).getServerReadBytes()).isEqualTo(14_000);
            assertThat(today.get(13).getProvisional()).isTrue();
            assertThat(today.get(14).getServerReadBytes()).isEqualTo(14_000);
            assertThat(today.get(14).getProvisional()).isFalse();
            assertThat(today.get(14).getDecidedAt()).isEqualTo(Site.at(38 * HOUR + DELAY));
            harness.processElement(darshan(100, 41 * HOUR, 700), 0);
            harness.processWatermark(Site.millis(41 * HOUR + DELAY));
            EvidenceReach late = harness.extractOutputValues()
                    .get(harness.extractOutputValues().size() - 1);
            assertThat(late.getDay()).isEqualTo(TODAY);
            assertThat(late.getBytesReach()).isEqualTo(0.05);
            assertThat(late.getProvisional()).isFalse();
            int records = harness.extractOutputValues().size();
            harness.processWatermark(Site.millis(30 * 24 * HOUR));
            harness.processElement(darshan(100, 41 * HOUR, 700), 0);
            harness.processWatermark(Site.millis(31 * 24 * HOUR));
            assertThat(harness.extractOutputValues())
                    .as("what comes for a forgotten day is left out")
                    .hasSize(records);
            assertThat(harness.numKeyedStateEntries()).isZero();
            assertThat(harness.numEventTimeTimers()).isZero();
        }
    }

    @Test
    void shouldTellTheSkewFromTheRunsOfADayAndOfThoseBeforeItUntilTheyAreEnough() throws Exception {
        try (var harness = harness()) {
            harness.open();
            int day = 24 * HOUR;
            for (int run = 0; run < 5; run++) {
                harness.processElement(skew(run, 1, 4), 0);
                harness.processElement(skew(day + run, 2, 5), 0);
            }
            for (int run = 0; run < 20; run++) {
                harness.processElement(skew(2 * day + run, -21, -19), 0);
            }
            harness.processWatermark(Site.millis(3 * day));
            List<EvidenceReach> records = harness.extractOutputValues();
            assertThat(records).extracting(EvidenceReach::getClockSkewRuns).containsExactly(5, 10, 20);
            assertThat(records).extracting(EvidenceReach::getClockSkewSeconds).containsExactly(null, 3.0, -20.0);
            assertThat(records.get(1).getClockSkewLowSeconds()).isEqualTo(2);
            assertThat(records.get(1).getClockSkewHighSeconds()).isEqualTo(4);
            assertThat(records.get(1).getClockSkewAgreeing()).isEqualTo(10);
        }
    }
}
