package io.barograph.verdicts.why;

import static io.barograph.verdicts.why.Facts.calm;
import static io.barograph.verdicts.why.Facts.event;
import static io.barograph.verdicts.why.Facts.facts;
import static io.barograph.verdicts.why.Facts.lost;
import static io.barograph.verdicts.why.Facts.probes;
import static io.barograph.verdicts.why.Facts.slowdown;
import static io.barograph.verdicts.why.Facts.suspecting;
import static io.barograph.verdicts.why.Facts.weather;
import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.schemas.ContentionEvent;
import io.barograph.schemas.EventKind;
import io.barograph.schemas.EventType;
import io.barograph.schemas.SlowdownKind;
import io.barograph.schemas.SlowdownScope;
import io.barograph.verdicts.explanation.LossCause;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each rule from both sides, 50 s after the start of the facts. */
class MomentExplainerTest {
    private static final Instant AT = Facts.START.plusSeconds(50);

    private static SlownessExplanation why(ProbeTally probes, List<RunFacts> runs, ContentionEvent.Builder... events) {
        return MomentExplainer.of(new MomentFacts("scratch", AT, Facts.built(events), probes, Optional.empty(), runs));
    }

    private static SlownessExplanation why(ProbeTally probes, ContentionEvent.Builder... events) {
        return why(probes, List.of(), events);
    }

    private static void assertAnswer(SlownessExplanation explanation, SlownessCause answer, SlownessRule rule) {
        assertThat(explanation.answer()).as(explanation.toString()).isEqualTo(answer);
        assertThat(explanation.rule()).isEqualTo(rule);
    }

    @ParameterizedTest
    @CsvSource({
        "CONTENTION, READ, LOAD",
        "CONTENTION, HOTSPOT, LOAD",
        "CONTENTION, METADATA, METADATA",
        "DEGRADED, READ, DEGRADED_HARDWARE"
    })
    void shouldAnswerByTheEventThatLasted(EventKind kind, EventType type, SlownessCause answer) {
        assertAnswer(why(probes(), event(kind, type, 0, null)), answer, SlownessRule.EVENT);
        assertAnswer(why(probes(), event(kind, type, 50, 60)), answer, SlownessRule.EVENT);
        assertAnswer(why(probes(), event(kind, type, 40, 50)), answer, SlownessRule.EVENT);
        assertAnswer(why(probes(), event(kind, type, 51, 60)), SlownessCause.UNKNOWN, SlownessRule.NONE);
        assertAnswer(why(probes(), event(kind, type, 0, 49)), SlownessCause.UNKNOWN, SlownessRule.NONE);
    }

    @Test
    void shouldTakeTheWorstOfSeveralEvents() {
        assertAnswer(
                why(
                        probes(),
                        event(EventKind.CONTENTION, EventType.READ, 0, 90).setWorstSlowdown(3.0),
                        event(EventKind.DEGRADED, EventType.METADATA, 0, 90).setWorstSlowdown(3.1)),
                SlownessCause.DEGRADED_HARDWARE,
                SlownessRule.EVENT);
    }

    @Test
    void shouldBlameAHostThatAloneIsSlow() {
        var host = slowdown(SlowdownScope.HOST, "node17", 4.0).setDeparts(true);
        SlownessExplanation explanation = why(probes(slowdown(SlowdownScope.FILE_SYSTEM, "", 1.49), host));
        assertAnswer(explanation, SlownessCause.CLIENT, SlownessRule.SLOW_HOST);
        assertThat(explanation.host()).contains("node17");
        assertThat(explanation.evidence().get(0)).contains("node17 is 4.0 times slower", "30 timings");

        assertAnswer(
                why(probes(slowdown(SlowdownScope.FILE_SYSTEM, "", 1.5), host)),
                SlownessCause.UNKNOWN,
                SlownessRule.NONE);
        assertAnswer(why(probes(host)), SlownessCause.UNKNOWN, SlownessRule.NONE);
        assertAnswer(
                why(probes(
                        slowdown(SlowdownScope.FILE_SYSTEM, "", 1.0),
                        slowdown(SlowdownScope.HOST, "node17", 4.0).setDeparts(false))),
                SlownessCause.UNKNOWN,
                SlownessRule.NONE);
    }

    @Test
    void shouldNameLackOfSpaceWhenNothingElseIsWrong() {
        var full = event(EventKind.CAPACITY, EventType.BYTES, -900, null)
                .setServer("OST0003")
                .setFullness(0.95);
        assertAnswer(why(calm(), full), SlownessCause.SPACE, SlownessRule.NEARLY_FULL);
        assertAnswer(
                why(calm(), full, event(EventKind.CONTENTION, EventType.READ, 0, null)),
                SlownessCause.LOAD,
                SlownessRule.EVENT);
        assertAnswer(why(calm(), full.setEnd(AT.minusSeconds(1))), SlownessCause.UNKNOWN, SlownessRule.NONE);
    }

    @Test
    void shouldBelieveRunsThatAgree() {
        RunFacts metadata = facts(suspecting(LossCause.METADATA_LOAD), weather(), probes());
        RunFacts load = facts(suspecting(LossCause.LOAD_WRITE), weather(), probes());
        RunFacts client = facts(suspecting(LossCause.PLACEMENT), weather(), probes());
        RunFacts unexplained = facts(lost(), weather(), probes());

        SlownessExplanation explanation = why(probes(), List.of(metadata, unexplained));
        assertAnswer(explanation, SlownessCause.METADATA, SlownessRule.RUNS_AGREE);
        assertThat(explanation.evidence().get(0)).isEqualTo("1 of 2 runs at the time lost performance by it.");
        assertAnswer(why(probes(), List.of(metadata, load)), SlownessCause.UNKNOWN, SlownessRule.NONE);
        assertAnswer(why(probes(), List.of(client)), SlownessCause.UNKNOWN, SlownessRule.NONE);
        assertAnswer(why(probes(), List.of(unexplained)), SlownessCause.UNKNOWN, SlownessRule.NONE);
    }

    @Test
    void shouldTakeTheShortestIntervalsOfTheTimeAlone() {
        ProbeTally tally = probes(
                slowdown(SlowdownScope.FILE_SYSTEM, "", 1.2),
                slowdown(SlowdownScope.FILE_SYSTEM, "", 9.0).setEnd(Facts.START.plusSeconds(600)),
                slowdown(SlowdownScope.FILE_SYSTEM, "", 9.0).setKind(SlowdownKind.LIVE),
                slowdown(SlowdownScope.FILE_SYSTEM, "", 9.0).setFileSystem("home"),
                slowdown(SlowdownScope.FILE_SYSTEM, "", null),
                slowdown(SlowdownScope.FILE_SYSTEM, "", 1.8)
                        .setAgreeingSlowdown(1.5)
                        .setTimings(15),
                slowdown(SlowdownScope.FILE_SYSTEM, "", 9.0)
                        .setStart(Facts.END.plusSeconds(1))
                        .setEnd(Facts.END.plusSeconds(61)));
        assertThat(tally.slowest()).hasValueSatisfying(slowest -> {
            assertThat(slowest.slowdown()).isEqualTo(1.3);
            assertThat(slowest.timings()).isEqualTo(45);
        });
    }

    @Test
    void shouldSayWhatIsMissingWhenItDoesNotKnow() {
        assertThat(why(probes()).evidence())
                .containsExactly(
                        "No event of contention, degradation or lack of space at the time, of 0 known before.",
                        "No probe timings with a baseline are held of that time.",
                        "No rates of the servers are held of that minute; 0 runs were under way.");
    }
}
