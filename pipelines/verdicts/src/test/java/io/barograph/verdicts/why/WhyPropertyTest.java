package io.barograph.verdicts.why;

import static org.assertj.core.api.Assertions.assertThat;

import io.barograph.schemas.Anomaly;
import io.barograph.schemas.ContentionEvent;
import io.barograph.schemas.EventKind;
import io.barograph.schemas.EventType;
import io.barograph.schemas.JobWeather;
import io.barograph.schemas.Quality;
import io.barograph.schemas.SlowdownScope;
import io.barograph.schemas.Verdict;
import io.barograph.verdicts.explanation.LossCause;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class WhyPropertyTest {
    private static final List<Double> ODD =
            List.of(0.0, -1.0, 1.0, 4.0, 1e300, Double.NaN, Double.POSITIVE_INFINITY, Double.MIN_VALUE);

    /** Records with anything left out and odd numbers, as the wire allows them. */
    private static final class Chance {
        private final Random random;

        Chance(long seed) {
            random = new Random(seed);
        }

        boolean yes() {
            return random.nextBoolean();
        }

        <T> T of(List<T> values) {
            return values.get(random.nextInt(values.size()));
        }

        <T> T orNull(T value) {
            return yes() ? value : null;
        }

        Double odd() {
            return orNull(of(ODD));
        }

        Anomaly verdict() {
            Anomaly.Builder verdict = Facts.verdict(of(List.of(Verdict.values())), orNull(1 + random.nextInt(4)))
                    .setPerformance(odd())
                    .setClimateSize(orNull(random.nextInt(50)))
                    .setStartTime(orNull(Facts.START))
                    .setEndTime(orNull(Facts.END))
                    .setLikelyCause(orNull(
                            yes()
                                    ? "NO_SUCH_CAUSE"
                                    : of(List.of(LossCause.values())).name()));
            if (yes()) {
                verdict.setFindings(Facts.suspecting(of(List.of(LossCause.values())))
                                .getFindings())
                        .setLoss(odd())
                        .setUsualPerformance(odd());
            }
            if (yes()) {
                verdict.setSuspects(List.of(Facts.metric(yes() ? "noSuchMetric" : "ostFullestPercent", of(ODD), 1)));
            }
            if (yes()) {
                verdict.setExonerated(List.of());
            }
            if (yes()) {
                verdict.setRootCauses(List.of(Facts.cause(yes() ? "application" : "system", of(ODD), yes())));
            }
            if (yes()) {
                verdict.setPanel(List.of());
            }
            return verdict.build();
        }

        Optional<JobWeather> weather() {
            return yes()
                    ? Optional.empty()
                    : Optional.of(Facts.weather()
                            .setQuality(of(List.of(Quality.values())))
                            .setMissingFraction(odd())
                            .setServerRestarts(random.nextInt(3) - 1)
                            .setMetrics(yes() ? Map.of() : Map.of("jobIoSeconds", of(ODD)))
                            .build());
        }

        List<ContentionEvent> events() {
            List<ContentionEvent> events = new ArrayList<>();
            for (int i = random.nextInt(4); i > 0; i--) {
                ContentionEvent.Builder event = Facts.event(
                                of(List.of(EventKind.values())),
                                of(List.of(EventType.values())),
                                random.nextInt(200) - 100,
                                orNull(random.nextInt(200)))
                        .setWorstSlowdown(odd())
                        .setWorstOperation(orNull("STAT"))
                        .setFullness(odd())
                        .setPeakPerSecond(odd())
                        .setThreshold(odd())
                        .setUnattributedShare(odd());
                if (yes()) {
                    event.setVictims(List.of(Facts.victim("4711", odd())));
                }
                if (yes()) {
                    event.setSuspects(List.of(Facts.suspect(yes() ? "4711" : "", odd())));
                }
                events.add(event.build());
            }
            return events;
        }

        ProbeTally probes() {
            return Facts.probes(
                    Facts.slowdown(SlowdownScope.FILE_SYSTEM, "", odd()).setTimings(random.nextInt(3) - 1),
                    Facts.slowdown(SlowdownScope.HOST, "node", odd()).setDeparts(yes()));
        }

        RunFacts run() {
            return new RunFacts(verdict(), weather(), events(), probes());
        }
    }

    private static void assertAnswered(SlownessExplanation explanation) {
        assertThat(explanation.answer()).isNotNull();
        assertThat(explanation.answer() == SlownessCause.UNKNOWN).isEqualTo(explanation.rule() == SlownessRule.NONE);
        assertThat(explanation.evidence())
                .hasSizeBetween(1, SlownessExplanation.MAX_LINES)
                .allSatisfy(line -> assertThat(line).isNotBlank());
    }

    @Property
    void shouldGiveOneAnswerWithEvidenceWhateverIsKnownOfARun(@ForAll long seed) {
        assertAnswered(RunExplainer.of(new Chance(seed).run()));
    }

    @Property
    void shouldGiveOneAnswerWithEvidenceWhateverIsKnownOfAnInstant(@ForAll long seed) {
        Chance chance = new Chance(seed);
        assertAnswered(MomentExplainer.of(new MomentFacts(
                "scratch",
                Facts.START.plusSeconds(50),
                chance.events(),
                chance.probes(),
                Optional.empty(),
                List.of(chance.run(), chance.run()))));
    }
}
