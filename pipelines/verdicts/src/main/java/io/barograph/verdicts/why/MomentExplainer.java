package io.barograph.verdicts.why;

import io.barograph.schemas.ContentionEvent;
import io.barograph.schemas.EventKind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Why a file system was slow at some instant. */
public final class MomentExplainer {
    private final MomentFacts facts;

    private MomentExplainer(MomentFacts facts) {
        this.facts = facts;
    }

    public static SlownessExplanation of(MomentFacts facts) {
        MomentExplainer why = new MomentExplainer(facts);
        return why.event()
                .or(why::slowHost)
                .or(why::nearlyFull)
                .or(why::runsAgree)
                .orElseGet(why::unknown);
    }

    private static double slowdown(ContentionEvent event) {
        return event.getWorstSlowdown() == null ? 0 : event.getWorstSlowdown();
    }

    private Optional<SlownessExplanation> event() {
        return facts.events().stream()
                .filter(event -> EventTimes.namesCause(event) && EventTimes.covers(event, facts.at()))
                .max(Comparator.comparingDouble(MomentExplainer::slowdown)
                        .thenComparing(EventTimes::begin, Comparator.reverseOrder())
                        .thenComparing(ContentionEvent::getKind))
                .map(event -> new SlownessExplanation(
                        EventTimes.answer(event),
                        SlownessRule.EVENT,
                        List.of(
                                EvidenceLines.event(event),
                                event.getKind() == EventKind.CONTENTION ? EvidenceLines.suspects(event) : "",
                                EvidenceLines.probes(facts.probes()),
                                reach()),
                        Optional.of(event),
                        Optional.empty()));
    }

    private Optional<SlownessExplanation> slowHost() {
        boolean othersCalm = facts.probes()
                .slowest()
                .filter(slowest -> slowest.slowdown() < RunExplainer.CALM)
                .isPresent();
        return othersCalm
                ? facts.probes()
                        .slowHost()
                        .map(host -> new SlownessExplanation(
                                SlownessCause.CLIENT,
                                SlownessRule.SLOW_HOST,
                                List.of(EvidenceLines.slowHost(host), EvidenceLines.probes(facts.probes()), reach()),
                                Optional.empty(),
                                Optional.of(host.of())))
                : Optional.empty();
    }

    private Optional<SlownessExplanation> nearlyFull() {
        return facts.events().stream()
                .filter(event -> event.getKind() == EventKind.CAPACITY && EventTimes.covers(event, facts.at()))
                .max(Comparator.comparingDouble(event -> event.getFullness() == null ? 0 : event.getFullness()))
                .map(event -> new SlownessExplanation(
                        SlownessCause.SPACE,
                        SlownessRule.NEARLY_FULL,
                        List.of(EvidenceLines.event(event), EvidenceLines.probes(facts.probes()), reach()),
                        Optional.of(event),
                        Optional.empty()));
    }

    /** The file system's part only: an application's own fault says nothing of it. */
    private Optional<SlownessExplanation> runsAgree() {
        Set<SlownessCause> answers = EnumSet.noneOf(SlownessCause.class);
        List<SlownessExplanation> explained = new ArrayList<>();
        for (RunFacts run : facts.runs()) {
            SlownessExplanation explanation = RunExplainer.of(run);
            if (explanation.rule() == SlownessRule.WEATHER || explanation.rule() == SlownessRule.RESTART) {
                answers.add(explanation.answer());
                explained.add(explanation);
            }
        }
        if (answers.size() != 1 || answers.contains(SlownessCause.CLIENT)) {
            return Optional.empty();
        }
        return Optional.of(SlownessExplanation.of(
                answers.iterator().next(),
                SlownessRule.RUNS_AGREE,
                List.of(
                        explained.size() + " of " + facts.runs().size() + " runs at the time lost performance by it.",
                        explained.get(0).evidence().get(0),
                        explained.get(0).evidence().size() > 1
                                ? explained.get(0).evidence().get(1)
                                : reach())));
    }

    private String reach() {
        return facts.rates()
                .map(EvidenceLines::reach)
                .orElse("No rates of the servers are held of that minute; "
                        + facts.runs().size() + " runs were under way.");
    }

    private SlownessExplanation unknown() {
        return SlownessExplanation.of(
                SlownessCause.UNKNOWN,
                SlownessRule.NONE,
                List.of(
                        facts.events().stream()
                                .filter(event -> event.getKind() == EventKind.UNEXPLAINED
                                        && EventTimes.covers(event, facts.at()))
                                .findFirst()
                                .map(EvidenceLines::event)
                                .orElse("No event of contention, degradation or lack of space at the time, of "
                                        + facts.events().size() + " known before."),
                        EvidenceLines.probes(facts.probes()),
                        reach()));
    }
}
