package io.barograph.lab.evaluate;

import io.barograph.lab.evaluate.ContentionMatching.Judged;
import io.barograph.schemas.ContentionEvent;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.Predicate;

/**
 * What the trials of an evaluation show. Precision is over events of contention that lasted at least 60 s and made
 * something at least twice as slow, or of which that is not known.
 */
final class ContentionScore {
    private static final Duration MIN_DURATION = Duration.ofSeconds(60);
    private static final double MIN_SLOWDOWN = 2;

    /** Twice as long as on servers of whose bandwidth a fifth is in use. */
    private static final double WAITED = 2 / (1 - 0.2);

    private final Map<FaultClass, ClassScore> scores = new EnumMap<>(FaultClass.class);
    private final Map<FaultClass, Map<FaultClass, Integer>> besides = new EnumMap<>(FaultClass.class);
    private int harmfulBursts;
    private int reportedBursts;
    private Duration quiet = Duration.ZERO;
    private int quietTrials;
    private int quietContention;
    private int quietOther;

    ContentionScore() {
        for (FaultClass each : FaultClass.values()) {
            scores.put(each, ClassScore.NONE);
            besides.put(each, new EnumMap<>(FaultClass.class));
        }
    }

    void add(TrialOutcome outcome) {
        if (outcome.isQuiet()) {
            addQuiet(outcome);
            return;
        }
        ContentionMatching matching = new ContentionMatching(outcome);
        for (Judged judged : matching.faults()) {
            if (judged.faultClass() == FaultClass.BURST && judged.fault().waited() >= WAITED) {
                harmfulBursts++;
                reportedBursts += judged.others().isEmpty() ? 0 : 1;
                continue;
            }
            ClassScore score = judged.event()
                    .map(event -> ClassScore.ofFound(judged.fault(), outcome.logged(), event))
                    .orElseGet(() -> ClassScore.ofMissed(judged.fault(), outcome.logged()));
            scores.merge(judged.faultClass(), score, ClassScore::plus);
            judged.event().ifPresent(event -> report(event, outcome, true));
            Map<FaultClass, Integer> beside = besides.get(judged.faultClass());
            for (ContentionEvent other : judged.others()) {
                FaultClass.reportedBy(other).ifPresent(said -> beside.merge(said, 1, Integer::sum));
            }
        }
        matching.unmatched().forEach(event -> report(event, outcome, false));
    }

    private void report(ContentionEvent event, TrialOutcome outcome, boolean right) {
        boolean longEnough = FinalEvents.length(event, outcome.to()).compareTo(MIN_DURATION) >= 0;
        boolean harmful = event.getWorstSlowdown() == null || event.getWorstSlowdown() >= MIN_SLOWDOWN;
        ClassScore score = ClassScore.ofReport(event, longEnough && harmful, right);
        FaultClass.reportedBy(event).ifPresent(said -> scores.merge(said, score, ClassScore::plus));
    }

    private void addQuiet(TrialOutcome outcome) {
        quietTrials++;
        quiet = quiet.plus(Duration.between(outcome.from(), outcome.to()));
        for (ContentionEvent event : outcome.events()) {
            if (FaultClass.reportedBy(event).filter(FaultClass::isContention).isPresent()) {
                quietContention++;
            } else {
                quietOther++;
            }
        }
    }

    ClassScore of(FaultClass faultClass) {
        return scores.get(faultClass);
    }

    /** @return score of all faults that a job caused */
    ClassScore contention() {
        return sum(FaultClass::isContention);
    }

    /** @return score of all faults that there is something to report of, and of all events */
    ClassScore all() {
        return sum(each -> each != FaultClass.SLOW_HOST && each != FaultClass.BURST);
    }

    private ClassScore sum(Predicate<FaultClass> wanted) {
        return scores.entrySet().stream()
                .filter(entry -> wanted.test(entry.getKey()))
                .map(Map.Entry::getValue)
                .reduce(ClassScore.NONE, ClassScore::plus);
    }

    /** @return by what they report, the number of events in the time of such faults that do not report them */
    Map<FaultClass, Integer> besides(FaultClass faultClass) {
        return besides.get(faultClass);
    }

    /** @return events of contention in the time of a fault of that class; of faults without a culprit, false alarms */
    int contentionBesides(FaultClass faultClass) {
        return besides.get(faultClass).entrySet().stream()
                .filter(entry -> entry.getKey().isContention())
                .mapToInt(Map.Entry::getValue)
                .sum();
    }

    /** @return bursts during which others waited, for a minute, twice as long as they usually do: load of many together */
    int harmfulBursts() {
        return harmfulBursts;
    }

    /** @return those of them in whose time there was an event */
    int reportedBursts() {
        return reportedBursts;
    }

    int quietTrials() {
        return quietTrials;
    }

    /** @return length of all quiet trials together */
    Duration quiet() {
        return quiet;
    }

    int quietContention() {
        return quietContention;
    }

    /** @return events of another kind in them */
    int quietOther() {
        return quietOther;
    }
}
