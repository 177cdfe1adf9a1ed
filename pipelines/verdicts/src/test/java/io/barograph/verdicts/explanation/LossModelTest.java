package io.barograph.verdicts.explanation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.barograph.schemas.Finding;
import io.barograph.schemas.WeatherMetric;
import io.barograph.schemas.WeatherMetric.Good;
import io.barograph.schemas.WeatherMetric.Source;
import io.barograph.verdicts.climate.PastRun;
import io.barograph.verdicts.explanation.SimulatedRuns.Site;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import org.junit.jupiter.api.Test;

class LossModelTest {
    private static final int LEARNED = 300;

    private static double share(LossExplanation explanation, LossCause cause) {
        return explanation.shares().stream()
                .filter(share -> share.getCause().equals(cause.name()))
                .mapToDouble(Finding::getShare)
                .findFirst()
                .orElse(0);
    }

    private static PastRun slow(double factor) {
        return SimulatedRuns.run("slow", LEARNED * SimulatedRuns.HOUR, 0.5e9, factor);
    }

    @Test
    void shouldLearnWhatWritesOfOthersCostAndLeaveOutWhatCostsNothing() {
        Site site = Site.of(new SimulatedRuns(1).next(LEARNED));
        LossExplanation explanation = site.add(slow(Math.E * Math.E));

        assertThat(share(explanation, LossCause.LOAD_WRITE)).isCloseTo(2 * SimulatedRuns.EFFECT, within(0.12));
        assertThat(explanation.named()).extracting(Finding::getCause).containsExactly(LossCause.LOAD_WRITE.name());
        Finding writes = explanation.named().get(0);
        assertThat(writes.getEvidence()).isEqualTo("writes of others");
        assertThat(writes.getValue()).isCloseTo(Math.E * Math.E * SimulatedRuns.WRITES, within(1e3));
        assertThat(writes.getUsual()).isCloseTo(SimulatedRuns.WRITES, within(0.5e9));
        assertThat(writes.getConfidence()).isGreaterThan(0.5);
        assertThat(writes.getConfidence()).isBetween(writes.getConfidenceLow(), writes.getConfidenceHigh());
        assertThat(explanation.known())
                .contains(LossCause.LOAD_READ, LossCause.METADATA_LOAD, LossCause.SPACE)
                .doesNotContain(LossCause.PLACEMENT, LossCause.DEGRADED);
    }

    @Test
    void shouldLeaveALossUnexplainedThatTheWeatherDoesNotExplain() {
        Site site = Site.of(new SimulatedRuns(2).next(LEARNED));
        LossExplanation explanation = site.add(slow(1));

        assertThat(explanation.unexplained()).isGreaterThan(0.8 * explanation.loss());
        assertThat(explanation.mainSystemCause()).isEmpty();
    }

    @Test
    void shouldPutNothingDownToAnybodyForARunThatLostNothing() {
        Site site = Site.of(new SimulatedRuns(1).next(LEARNED));
        LossExplanation explanation =
                site.add(SimulatedRuns.run("fine", LEARNED * SimulatedRuns.HOUR, 0.95e9, Math.E * Math.E));

        assertThat(share(explanation, LossCause.LOAD_WRITE)).isGreaterThan(0.4);
        assertThat(explanation.shares())
                .allSatisfy(share -> assertThat(share.getConfidence()).isZero());
    }

    @Property(tries = 30)
    void shouldAddUpAndNeverSayThatWorseWeatherHelps(
            @ForAll @DoubleRange(min = 0.01, max = 100) double less,
            @ForAll @DoubleRange(min = 1, max = 100) double more,
            @ForAll @DoubleRange(min = 1e7, max = 1e10) double performance) {
        List<PastRun> runs = new SimulatedRuns(3).next(60);
        long now = 60 * SimulatedRuns.HOUR;
        LossExplanation calm = Site.of(runs).add(SimulatedRuns.run("calm", now, performance, less));
        LossExplanation stormy = Site.of(runs).add(SimulatedRuns.run("stormy", now, performance, less * more));

        assertThat(calm.shares().stream().mapToDouble(Finding::getShare).sum() + calm.unexplained())
                .isCloseTo(calm.loss(), within(1e-9));
        assertThat(share(stormy, LossCause.LOAD_WRITE))
                .isGreaterThanOrEqualTo(share(calm, LossCause.LOAD_WRITE) - 0.001);
    }

    @Test
    void shouldExplainARunWithoutLookingAtItsOwnPerformance() {
        List<PastRun> runs = new SimulatedRuns(4).next(100);
        long now = 100 * SimulatedRuns.HOUR;
        LossExplanation slow = Site.of(runs).add(SimulatedRuns.run("run", now, 0.1e9, 3));
        LossExplanation quick = Site.of(runs).add(SimulatedRuns.run("run", now, 2e9, 3));

        assertThat(slow.shares().stream().map(Finding::getShare))
                .containsExactlyElementsOf(
                        quick.shares().stream().map(Finding::getShare).toList());
    }

    /** What grows because the run was slow, or contains its own traffic, explains nothing. */
    @Test
    void shouldNotLookAtWhatTheRunItselfMakes() {
        List<PastRun> runs = new SimulatedRuns(5).next(100);
        PastRun run = SimulatedRuns.run("run", 100 * SimulatedRuns.HOUR, 0.3e9, 3);
        LossExplanation expected = Site.of(runs).add(run);
        for (WeatherMetric metric : WeatherMetric.values()) {
            boolean isOwn = metric.source() == Source.DARSHAN_AND_SERVERS
                    || metric.source() == Source.SCHEDULER
                    || metric.name().contains("CPU_M")
                    || metric.name().contains("PER_SECOND");
            if (isOwn && metric.good() != Good.NONE) {
                run.put(metric, 1e6);
            }
        }

        assertThat(Site.of(runs).add(run)).isEqualTo(expected);
    }

    /** Every five hours others are slow for two; the motif itself runs once while they are, and once while they are not. */
    @Test
    void shouldPutALossDownToWhatOtherMotifsMet() {
        Site site = new Site();
        MotifMemory other = new MotifMemory();
        LossExplanation explanation = null;
        for (int i = 0; i < 20 * 20; i++) {
            boolean isBad = i % 20 >= 12;
            long now = i * SimulatedRuns.HOUR / 4;
            PastRun ofOthers = SimulatedRuns.run("other" + i, now, isBad ? 0.5e9 : 1e9, 1);
            site.model.explain(ofOthers, 1e9, isBad, false, site.runs, other, now);
            if (i % 10 == 6) {
                explanation = site.add(SimulatedRuns.run("run" + i, now, isBad ? 0.5e9 : 1e9, 1));
            }
        }

        Finding first = explanation.named().get(0);
        assertThat(first.getCause()).isEqualTo(LossCause.SLOW_FOR_OTHERS.name());
        assertThat(first.getShare()).isGreaterThan(0.1 * Math.log(2));
        assertThat(first.getValue()).isNull();
    }

    @Test
    void shouldPutALossDownToWhatItsLastRunsHadAlready() {
        SimulatedRuns source = new SimulatedRuns(9);
        Site site = Site.of(source.next(100));
        LossExplanation explanation = null;
        for (int i = 100; i < 106; i++) {
            explanation = site.add(SimulatedRuns.run("slow" + i, i * SimulatedRuns.HOUR, 0.4e9, 1));
        }

        assertThat(explanation.named()).extracting(Finding::getCause).contains(LossCause.LASTING.name());
        assertThat(explanation.mainSystemCause())
                .as("whose it is, nobody can say")
                .isEmpty();
    }

    /** What was learned first of it is taken back. */
    @Test
    void shouldLearnARevisedRunOnce() {
        List<PastRun> runs = new SimulatedRuns(6).next(100);
        long now = 100 * SimulatedRuns.HOUR;
        PastRun revised = SimulatedRuns.run("run", now, 0.3e9, 8);
        Site once = Site.of(runs);
        LossExplanation expected = once.add(revised);
        Site twice = Site.of(runs);
        twice.add(SimulatedRuns.run("run", now, 0.3e9, 0.1));
        twice.runs.remove(twice.runs.size() - 1);
        LossExplanation actual = twice.revise(revised);

        assertThat(actual.shares()).hasSameSizeAs(expected.shares());
        for (int i = 0; i < actual.shares().size(); i++) {
            assertThat(actual.shares().get(i).getShare())
                    .isCloseTo(expected.shares().get(i).getShare(), within(0.01));
        }
        PastRun next = SimulatedRuns.run("next", now + SimulatedRuns.HOUR, 0.4e9, 5);
        assertThat(share(twice.add(next), LossCause.LOAD_WRITE))
                .isCloseTo(share(once.add(next), LossCause.LOAD_WRITE), within(0.01));
    }

    @Test
    void shouldExplainARevisionOfAForgottenRunAndNotLearnItTwice() throws IOException {
        SimulatedRuns source = new SimulatedRuns(10);
        PastRun first = source.next();
        Site site = Site.of(List.of(first));
        source.next(LossModel.MAX_REVISABLE).forEach(site::add);
        byte[] before = written(site.model);

        assertThat(site.revise(first).shares()).isNotEmpty();
        assertThat(written(site.model)).isEqualTo(before);
    }

    /** Imported tables may hold any number; one run must not spoil what thousands have taught. */
    @Test
    void shouldLearnAlmostNothingFromARunOfAbsurdNumbers() {
        SimulatedRuns source = new SimulatedRuns(11);
        Site site = Site.of(source.next(LEARNED));
        PastRun absurd = SimulatedRuns.run("absurd", LEARNED * SimulatedRuns.HOUR, Double.MIN_VALUE, 3);
        double number = 1e100;
        for (WeatherMetric metric : WeatherMetric.values()) {
            absurd.put(metric, number);
            number = -number;
        }
        absurd.put(WeatherMetric.JOB_READ_BYTES, -1e100);
        absurd.put(WeatherMetric.JOB_WRITE_BYTES, Math.nextUp(1e100));
        absurd.put(WeatherMetric.JOB_RUN_SECONDS, 1e-300);
        LossExplanation explanation = site.add(absurd);

        assertThat(explanation.loss()).isFinite();
        assertThat(explanation.unexplained()).isFinite();
        assertThat(explanation.shares()).allSatisfy(share -> assertThat(share.getValue())
                .satisfiesAnyOf(value -> assertThat(value).isFinite(), value -> assertThat(value)
                        .isNull()));
        LossExplanation next =
                site.add(SimulatedRuns.run("slow", (LEARNED + 40) * SimulatedRuns.HOUR, 0.5e9, Math.E * Math.E));
        assertThat(share(next, LossCause.LOAD_WRITE)).isCloseTo(2 * SimulatedRuns.EFFECT, within(0.15));
    }

    @Test
    void shouldGoOnFromWhatItWrote() throws IOException {
        SimulatedRuns source = new SimulatedRuns(7);
        Site site = Site.of(source.next(80));
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        site.model.writeTo(new DataOutputStream(bytes));
        site.motif.writeTo(new DataOutputStream(bytes));
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes.toByteArray()));
        LossModel model = LossModel.readFrom(in);
        MotifMemory motif = MotifMemory.readFrom(in);
        assertThat(in.available()).isZero();

        for (PastRun run : source.next(20)) {
            List<PastRun> earlier = List.copyOf(site.runs);
            LossExplanation expected = site.add(run);
            assertThat(model.explain(run, SimulatedRuns.USUAL, false, false, earlier, motif, run.end())
                            .unexplained())
                    .isEqualTo(expected.unexplained());
        }
    }

    @Test
    void shouldStayAsLargeHoweverManyRunsItHasSeen() throws IOException {
        SimulatedRuns source = new SimulatedRuns(8);
        Site site = Site.of(source.next(LossModel.MAX_REVISABLE));
        int before = written(site.model).length;
        source.next(200).forEach(site::add);

        assertThat(written(site.model).length).isCloseTo(before, within(200));
        assertThat(before).isLessThan(80_000);
    }

    private static byte[] written(LossModel model) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        model.writeTo(new DataOutputStream(bytes));
        return bytes.toByteArray();
    }

    @Test
    void shouldKnowACauseForEveryMetricThatCanBeSuspected() {
        assertThat(Arrays.stream(WeatherMetric.values())
                        .filter(metric -> metric.good() != Good.NONE && metric.source() != Source.DARSHAN))
                .allSatisfy(metric -> assertThat(LossCause.of(metric)).isNotEmpty());
    }
}
