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
public final class WhyMoment {
    private final MomentFacts facts;

    private WhyMoment(MomentFacts facts) {
        this.facts = facts;
    }

    /**
     * @param facts what is known
     * @return one answer
     */
    public static Explanation of(MomentFacts facts) {
        WhyMoment why = new WhyMoment(facts);
        return why.event()
                .or(why::slowHost)
                .or(why::nearlyFull)
                .or(why::runsAgree)
                .orElseGet(why::unknown);
    }

    private static double slowdown(ContentionEvent event) {
        return event.getWorstSlowdown() == null ? 0 : event.getWorstSlowdown();
    }

    private Optional<Explanation> event() {
        return facts.events().stream()
                .filter(event -> Events.isHarm(event) && Events.covers(event, facts.at()))
                .max(Comparator.comparingDouble(WhyMoment::slowdown)
                        .thenComparing(Events::begin, Comparator.reverseOrder())
                        .thenComparing(ContentionEvent::getKind))
                .map(event -> new Explanation(
                        Events.answer(event),
                        Rule.EVENT,
                        List.of(
                                Words.event(event),
                                event.getKind() == EventKind.CONTENTION ? Words.suspects(event) : "",
                                Words.probes(facts.probes()),
                                reach()),
                        Optional.of(event),
                        Optional.empty()));
    }

    private Optional<Explanation> slowHost() {
        boolean othersCalm = facts.probes()
                .slowest()
                .filter(slowest -> slowest.slowdown() < WhyRun.CALM)
                .isPresent();
        return othersCalm
                ? facts.probes()
                        .slowHost()
                        .map(host -> new Explanation(
                                Answer.CLIENT,
                                Rule.SLOW_HOST,
                                List.of(Words.slowHost(host), Words.probes(facts.probes()), reach()),
                                Optional.empty(),
                                Optional.of(host.of())))
                : Optional.empty();
    }

    private Optional<Explanation> nearlyFull() {
        return facts.events().stream()
                .filter(event -> event.getKind() == EventKind.CAPACITY && Events.covers(event, facts.at()))
                .max(Comparator.comparingDouble(event -> event.getFullness() == null ? 0 : event.getFullness()))
                .map(event -> new Explanation(
                        Answer.SPACE,
                        Rule.NEARLY_FULL,
                        List.of(Words.event(event), Words.probes(facts.probes()), reach()),
                        Optional.of(event),
                        Optional.empty()));
    }

    /** The file system's part only: an application's own fault says nothing of it. */
    private Optional<Explanation> runsAgree() {
        Set<Answer> answers = EnumSet.noneOf(Answer.class);
        List<Explanation> explained = new ArrayList<>();
        for (RunFacts run : facts.runs()) {
            Explanation explanation = WhyRun.of(run);
            if (explanation.rule() == Rule.WEATHER || explanation.rule() == Rule.RESTART) {
                answers.add(explanation.answer());
                explained.add(explanation);
            }
        }
        if (answers.size() != 1 || answers.contains(Answer.CLIENT)) {
            return Optional.empty();
        }
        return Optional.of(Explanation.of(
                answers.iterator().next(),
                Rule.RUNS_AGREE,
                List.of(
                        explained.size() + " of " + facts.runs().size() + " runs at the time lost performance by it.",
                        explained.get(0).evidence().get(0),
                        explained.get(0).evidence().size() > 1
                                ? explained.get(0).evidence().get(1)
                                : reach())));
    }

    private String reach() {
        return facts.rates()
                .map(Words::reach)
                .orElse("No rates of the servers are held of that minute; "
                        + facts.runs().size() + " runs were under way.");
    }

    private Explanation unknown() {
        return Explanation.of(
                Answer.UNKNOWN,
                Rule.NONE,
                List.of(
                        "No event of contention, degradation or lack of space at the time, of "
                                + facts.events().size() + " known before.",
                        Words.probes(facts.probes()),
                        reach()));
    }
}
