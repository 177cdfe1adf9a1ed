package io.barograph.verdicts.why;

import static io.barograph.verdicts.why.Facts.calm;
import static io.barograph.verdicts.why.Facts.cause;
import static io.barograph.verdicts.why.Facts.event;
import static io.barograph.verdicts.why.Facts.lost;
import static io.barograph.verdicts.why.Facts.probes;
import static io.barograph.verdicts.why.Facts.slowdown;
import static io.barograph.verdicts.why.Facts.suspect;
import static io.barograph.verdicts.why.Facts.suspecting;
import static io.barograph.verdicts.why.Facts.verdict;
import static io.barograph.verdicts.why.Facts.victim;
import static io.barograph.verdicts.why.Facts.weather;
import static io.barograph.verdicts.why.Facts.why;
import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.schemas.EventKind;
import io.barograph.schemas.EventType;
import io.barograph.schemas.Quality;
import io.barograph.schemas.SlowdownScope;
import io.barograph.schemas.Verdict;
import io.barograph.schemas.WeatherMetric;
import io.barograph.verdicts.explanation.LossCause;
import io.barograph.verdicts.explanation.QuantityFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Each rule from both sides. The run lost 40 s of its 80 s of I/O. */
class RunExplainerTest {
    private static void assertAnswer(SlownessExplanation explanation, SlownessCause answer, SlownessRule rule) {
        assertThat(explanation.answer()).as(explanation.toString()).isEqualTo(answer);
        assertThat(explanation.rule()).isEqualTo(rule);
    }

    @ParameterizedTest
    @CsvSource({
        "CONTENTION, READ, LOAD",
        "CONTENTION, WRITE, LOAD",
        "CONTENTION, HOTSPOT, LOAD",
        "CONTENTION, METADATA, METADATA",
        "DEGRADED, WRITE, DEGRADED_HARDWARE",
        "DEGRADED, METADATA, DEGRADED_HARDWARE"
    })
    void shouldAnswerByTheEventThatTheRunMet(EventKind kind, EventType type, SlownessCause answer) {
        SlownessExplanation explanation = why(lost(), weather(), event(kind, type, 0, 50));

        assertAnswer(explanation, answer, SlownessRule.EVENT);
        assertThat(explanation.event()).isPresent();
        assertThat(explanation.evidence().get(0))
                .contains("reading data up to 4.0 times slower", "2026-03-01T12:00:00Z");
    }

    @Test
    void shouldNotNameTheJobsOfOthersToThoseWhoMayNotKnow() {
        SlownessExplanation explanation = why(
                lost(),
                weather(),
                event(EventKind.CONTENTION, EventType.READ, 0, 50).setSuspects(List.of(Facts.suspect("secret", 0.7))));

        assertThat(explanation.evidence()).anyMatch(line -> line.contains("secret"));
        assertThat(explanation.withoutNames().evidence())
                .hasSameSizeAs(explanation.evidence())
                .contains("Most of the load: jobs of others.")
                .noneMatch(line -> line.contains("secret") || line.contains("hog") || line.contains("ada"));
        assertAnswer(explanation.withoutNames(), explanation.answer(), explanation.rule());
    }

    @ParameterizedTest
    @CsvSource({"NORMAL, 2", "ANOMALOUS, 4"})
    void shouldBlameTheFewOstsThatItsFilesLieOn(Verdict verdict, int quartile) {
        SlownessExplanation explanation = why(
                verdict(verdict, quartile).setOsts(1.0).setUsualOsts(4.0).setPerformanceOnUsualOsts(8e9), weather());

        assertAnswer(explanation, SlownessCause.APPLICATION, SlownessRule.FEWER_OSTS);
        assertThat(explanation.evidence().get(0))
                .isEqualTo("Its files lie on 1 OST instead of 4, on which 8 GB/s are usual.");
        assertAnswer(
                why(
                        verdict(verdict, quartile)
                                .setOsts(4.0)
                                .setUsualOsts(4.0)
                                .setPerformanceOnUsualOsts(2e9),
                        weather()),
                SlownessCause.UNKNOWN,
                SlownessRule.NONE);
    }

    @ParameterizedTest
    @CsvSource({"TRANSIENT", "SUSTAINED", "COST"})
    void shouldBlameNoLoadThatHarmedNobody(EventKind kind) {
        assertAnswer(
                why(lost(), weather(), event(kind, EventType.READ, 0, 100)), SlownessCause.UNKNOWN, SlownessRule.NONE);
    }

    @Test
    void shouldBlameNoEventThatExplainsLessThanAQuarterOfTheLoss() {
        // 4 times slower: three quarters of the overlap are lost, 10 s of 40 s from 13.4 s on.
        assertAnswer(
                why(lost(), weather(), event(EventKind.CONTENTION, EventType.READ, 0, 14)),
                SlownessCause.LOAD,
                SlownessRule.EVENT);
        assertAnswer(
                why(lost(), weather(), event(EventKind.CONTENTION, EventType.READ, 0, 13)),
                SlownessCause.UNKNOWN,
                SlownessRule.NONE);
    }

    @Test
    void shouldBlameNoEventThatTheRunMetForLessThanATenthOfItsTime() {
        var unknownLoss = weather().setMetrics(Map.of());
        assertAnswer(
                why(lost(), unknownLoss, event(EventKind.CONTENTION, EventType.READ, 90, null)),
                SlownessCause.LOAD,
                SlownessRule.EVENT);
        assertAnswer(
                why(lost(), unknownLoss, event(EventKind.CONTENTION, EventType.READ, 91, null)),
                SlownessCause.UNKNOWN,
                SlownessRule.NONE);
        assertAnswer(
                why(
                        lost(),
                        unknownLoss,
                        event(EventKind.CONTENTION, EventType.READ, 91, null)
                                .setVictims(List.of(victim("4711", 12.0)))),
                SlownessCause.LOAD,
                SlownessRule.EVENT);
    }

    @Test
    void shouldTakeTheEventThatCostMost() {
        assertAnswer(
                why(
                        lost(),
                        weather(),
                        event(EventKind.CONTENTION, EventType.READ, 0, 60).setVictims(List.of(victim("4711", 15.0))),
                        event(EventKind.DEGRADED, EventType.READ, 0, 60).setVictims(List.of(victim("4711", 16.0)))),
                SlownessCause.DEGRADED_HARDWARE,
                SlownessRule.EVENT);
    }

    @Test
    void shouldBlameTheApplicationThatMadeHalfOfTheLoadItself() {
        var mine = event(EventKind.CONTENTION, EventType.WRITE, 0, 60);
        assertAnswer(
                why(lost(), weather(), mine.setSuspects(List.of(suspect("4711", 0.5)))),
                SlownessCause.APPLICATION,
                SlownessRule.OWN_LOAD);
        assertAnswer(
                why(lost(), weather(), mine.setSuspects(List.of(suspect("4711", 0.49)))),
                SlownessCause.LOAD,
                SlownessRule.EVENT);
    }

    @Test
    void shouldExplainNoLossThatThereWasNot() {
        var met = event(EventKind.CONTENTION, EventType.WRITE, 0, 60);
        assertAnswer(why(verdict(Verdict.NORMAL, 3), weather(), met), SlownessCause.UNKNOWN, SlownessRule.NONE);
        assertAnswer(why(verdict(Verdict.UNUSUALLY_GOOD, 1), weather(), met), SlownessCause.UNKNOWN, SlownessRule.NONE);
        assertAnswer(why(verdict(Verdict.NORMAL, 4), weather(), met), SlownessCause.LOAD, SlownessRule.EVENT);
        assertAnswer(why(verdict(Verdict.TOO_EARLY, null), weather(), met), SlownessCause.LOAD, SlownessRule.EVENT);
    }

    @Test
    void shouldBlameServersThatWereStartedAgain() {
        assertAnswer(
                why(lost(), weather().setServerRestarts(1)), SlownessCause.DEGRADED_HARDWARE, SlownessRule.RESTART);
        assertAnswer(why(lost(), weather().setServerRestarts(0)), SlownessCause.UNKNOWN, SlownessRule.NONE);
        assertAnswer(
                why(verdict(Verdict.NORMAL, 2), weather().setServerRestarts(1)),
                SlownessCause.UNKNOWN,
                SlownessRule.NONE);
    }

    @Test
    void shouldBlameAFullTargetOnlyIfFullnessWasUnusualForTheMotif() {
        var full = event(EventKind.CAPACITY, EventType.BYTES, -9_000, null)
                .setServer("OST0007")
                .setFullness(0.96);
        var suspecting = suspecting(LossCause.LOAD_READ)
                .setSuspects(List.of(Facts.metric("cfBw", 0.3, 0.9), Facts.metric("ostFullestPercent", 96, 80)));

        SlownessExplanation explanation = why(suspecting, weather(), full);
        assertAnswer(explanation, SlownessCause.SPACE, SlownessRule.FULL_TARGET);
        assertThat(explanation.evidence().get(0)).contains("OST0007 of scratch is nearly full", "96.0 % full");
        assertAnswer(why(lost(), weather(), full), SlownessCause.UNKNOWN, SlownessRule.NONE);
        assertAnswer(why(suspecting, weather()), SlownessCause.LOAD, SlownessRule.WEATHER);
        assertAnswer(
                why(suspecting, weather(), full.setEnd(Facts.START.minusSeconds(1))),
                SlownessCause.LOAD,
                SlownessRule.WEATHER);
    }

    @Test
    void shouldBlameWhatTheApplicationDidOtherwiseThanBefore() {
        assertAnswer(
                why(lost().setRootCauses(List.of(cause("application", 0.5, false))), weather()),
                SlownessCause.APPLICATION,
                SlownessRule.NEW_APPLICATION_CAUSE);
        assertAnswer(
                why(lost().setRootCauses(List.of(cause("application", 0.49, false))), weather()),
                SlownessCause.UNKNOWN,
                SlownessRule.NONE);
        assertAnswer(
                why(lost().setRootCauses(List.of(cause("application", 1, true))), weather()),
                SlownessCause.UNKNOWN,
                SlownessRule.NONE);
    }

    @Test
    void shouldTakeTheMoreCertainOfApplicationAndWeather() {
        var suspecting = suspecting(LossCause.METADATA_LOAD);
        assertAnswer(
                why(
                        suspecting.setRootCauses(
                                List.of(cause("system", 0.8, false), cause("application", 0.8, false))),
                        weather()),
                SlownessCause.METADATA,
                SlownessRule.WEATHER);
        assertAnswer(
                why(
                        suspecting.setRootCauses(
                                List.of(cause("system", 0.8, false), cause("application", 0.81, false))),
                        weather()),
                SlownessCause.APPLICATION,
                SlownessRule.NEW_APPLICATION_CAUSE);
    }

    @ParameterizedTest
    @CsvSource({
        "LOAD_READ, LOAD",
        "LOAD_WRITE, LOAD",
        "BUSY_SERVERS, LOAD",
        "METADATA_LOAD, METADATA",
        "SPACE, SPACE",
        "DEGRADED, DEGRADED_HARDWARE",
        "PLACEMENT, CLIENT"
    })
    void shouldAnswerByTheCauseWithTheLargestShareOfTheLoss(LossCause cause, SlownessCause answer) {
        SlownessExplanation explanation = why(suspecting(cause), weather());

        assertAnswer(explanation, answer, SlownessRule.WEATHER);
        assertThat(explanation.evidence().get(0)).endsWith("7.2/s (usually 0.2/s); 75 % of the loss (likely, 0.60).");
        assertThat(explanation.evidence().get(1))
                .startsWith("50 % slower than usual: 1 GB/s instead of 2 GB/s, in the ");
    }

    /** Neither says what it was, and the client alone it was not, either. */
    @ParameterizedTest
    @EnumSource(
            value = LossCause.class,
            names = {"SLOW_FOR_OTHERS", "LASTING"})
    void shouldNameNoCauseWhereOnlyOtherRunsTellOfIt(LossCause cause) {
        SlownessExplanation explanation = why(suspecting(cause), weather(), calm());

        assertAnswer(explanation, SlownessCause.UNKNOWN, SlownessRule.NONE);
        assertThat(explanation.evidence().get(1)).contains("75 % of the loss");
    }

    @Test
    void shouldBlameTheClientOnlyIfAllElseIsKnownToBeUsual() {
        assertAnswer(why(lost(), weather(), calm()), SlownessCause.CLIENT, SlownessRule.ALL_ELSE_USUAL);
        assertAnswer(
                why(lost(), weather(), probes(slowdown(SlowdownScope.FILE_SYSTEM, "", 1.5))),
                SlownessCause.UNKNOWN,
                SlownessRule.NONE);
        assertAnswer(why(lost(), weather()), SlownessCause.UNKNOWN, SlownessRule.NONE);
        assertAnswer(why(lost(), null, calm()), SlownessCause.UNKNOWN, SlownessRule.NONE);
        assertAnswer(
                why(lost(), weather().setMissingFraction(0.1), calm()),
                SlownessCause.CLIENT,
                SlownessRule.ALL_ELSE_USUAL);
        assertAnswer(why(lost(), weather().setMissingFraction(0.11), calm()), SlownessCause.UNKNOWN, SlownessRule.NONE);
        assertAnswer(
                why(lost(), weather().setQuality(Quality.NO_SERVER_DATA), calm()),
                SlownessCause.UNKNOWN,
                SlownessRule.NONE);
        assertAnswer(why(lost().setExonerated(List.of()), weather(), calm()), SlownessCause.UNKNOWN, SlownessRule.NONE);
        assertAnswer(why(verdict(Verdict.NORMAL, 3), weather(), calm()), SlownessCause.UNKNOWN, SlownessRule.NONE);
    }

    @Test
    void shouldSayWhatLimitsARunThatLostNothing() {
        var limited = verdict(Verdict.NORMAL, 2).setRootCauses(List.of(cause("application", 0.9, true)));
        assertAnswer(why(limited, weather()), SlownessCause.APPLICATION, SlownessRule.LIMITED_BY_APPLICATION);
        assertAnswer(
                why(verdict(Verdict.TOO_SMALL, null).setRootCauses(limited.getRootCauses()), weather()),
                SlownessCause.APPLICATION,
                SlownessRule.LIMITED_BY_APPLICATION);
        assertAnswer(why(verdict(Verdict.NORMAL, 2), weather()), SlownessCause.UNKNOWN, SlownessRule.NONE);
    }

    @Test
    void shouldSayWhatIsMissingWhenItDoesNotKnow() {
        assertThat(why(verdict(Verdict.TOO_EARLY, null), null).evidence())
                .containsExactly(
                        "Performance 1 GB/s cannot be compared: only 20 earlier runs.",
                        "No probe timings with a baseline are held of that time.",
                        "No weather of the run is held: 0 server metrics.");
    }

    @Test
    void shouldKnowTheUnitOfItsMetrics() {
        assertThat(WeatherMetric.METADATA_READDIRS.unit()).isEqualTo("operations");
        assertThat(QuantityFormat.quantity(14.22e9, "B/s")).isEqualTo("14.2 GB/s");
        assertThat(QuantityFormat.quantity(999, "B")).isEqualTo("999 B");
        assertThat(QuantityFormat.quantity(999.7e6, "B/s")).isEqualTo("1 GB/s");
        assertThat(QuantityFormat.quantity(46_542, "operations")).isEqualTo("46 500 operations");
        assertThat(QuantityFormat.quantity(0.20449, "/s")).isEqualTo("0.204/s");
        assertThat(QuantityFormat.quantity(0, "%")).isEqualTo("0 %");
        assertThat(QuantityFormat.quantity(Double.NaN, "%")).isEqualTo("unknown %");
        assertThat(QuantityFormat.quantity(0.998, "ratio")).isEqualTo("0.998");
    }
}
