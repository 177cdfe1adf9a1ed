package io.barograph.lab.evaluate;

import io.barograph.cli.export.ResultSource;
import io.barograph.cli.reports.WhyReader;
import io.barograph.lab.simulator.FaultTruth;
import io.barograph.lab.simulator.JobTruth;
import io.barograph.schemas.Anomaly;
import io.barograph.verdicts.explanation.LossCause;
import io.barograph.verdicts.why.SlownessCause;
import io.barograph.verdicts.why.SlownessExplanation;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Asks why the file system was slow in the middle of each fault and of each pause between two, and why each job was
 * slow that a fault cost at least a quarter of its I/O time and whose log came. Of such jobs that were flagged also the
 * first cause of the verdict counts, which knows no later event.
 */
public final class WhyAnswers {
    private static final double MIN_LOSS = 0.25;

    private final WhyReader reader = new WhyReader();
    private final List<Question> questions = new ArrayList<>();
    private final List<Given> given = new ArrayList<>();

    /** What an answer is about. */
    enum Subject {
        INSTANT,
        RUN,
        /** The first cause in the verdict on a flagged run. */
        FIRST_CAUSE
    }

    /**
     * An answer.
     *
     * @param fault what really happened; empty in a pause
     */
    record Given(Optional<FaultClass> fault, Subject subject, SlownessCause given) {
        boolean isRight() {
            return given == expected(fault);
        }
    }

    private record Question(Optional<FaultClass> fault, Subject subject, Supplier<SlownessExplanation> explanation) {}

    private WhyAnswers() {}

    /** @return the right answer while that goes on; empty in a pause */
    public static SlownessCause expected(Optional<FaultClass> fault) {
        return fault.map(happened -> switch (happened) {
                    case READ, WRITE, HOTSPOT -> SlownessCause.LOAD;
                    case METADATA -> SlownessCause.METADATA;
                    case DEGRADED_DATA, DEGRADED_METADATA -> SlownessCause.DEGRADED_HARDWARE;
                    case SLOW_HOST -> SlownessCause.CLIENT;
                    case CAPACITY -> SlownessCause.SPACE;
                    case BURST, UNEXPLAINED -> SlownessCause.UNKNOWN;
                })
                .orElse(SlownessCause.UNKNOWN);
    }

    /** @param verdicts the last ones on runs, by job */
    static List<Given> of(
            List<FaultTruth> faults, Collection<JobTruth> truths, Map<String, Anomaly> verdicts, ResultSource source)
            throws IOException, InterruptedException {
        WhyAnswers answers = new WhyAnswers();
        answers.askInstants(faults);
        answers.askRuns(faults, truths, verdicts);
        answers.reader.read(source);
        answers.questions.stream()
                .map(question -> new Given(
                        question.fault(),
                        question.subject(),
                        question.explanation().get().answer()))
                .forEach(answers.given::add);
        return answers.given;
    }

    private void askInstants(List<FaultTruth> faults) {
        List<FaultTruth> inOrder =
                faults.stream().sorted(Comparator.comparing(FaultTruth::onset)).toList();
        for (int i = 0; i < inOrder.size(); i++) {
            FaultTruth fault = inOrder.get(i);
            askInstant(Optional.of(FaultClass.of(fault.fault())), fault, middle(fault.onset(), fault.end()));
            if (i + 1 < inOrder.size()) {
                askInstant(
                        Optional.empty(),
                        fault,
                        middle(fault.end(), inOrder.get(i + 1).onset()));
            }
        }
    }

    private static Instant middle(Instant from, Instant to) {
        return from.plus(Duration.between(from, to).dividedBy(2));
    }

    private void askInstant(Optional<FaultClass> happened, FaultTruth fault, Instant at) {
        questions.add(new Question(
                happened, Subject.INSTANT, reader.moment(fault.fault().fileSystem(), at)));
    }

    private void askRuns(List<FaultTruth> faults, Collection<JobTruth> truths, Map<String, Anomaly> verdicts) {
        Map<String, Double> ioSeconds = new HashMap<>();
        truths.stream()
                .filter(JobTruth::logged)
                .forEach(truth -> ioSeconds.merge(truth.jobId(), truth.ioSeconds(), Double::sum));
        Map<String, FaultClass> hit = new HashMap<>();
        for (FaultTruth fault : faults) {
            for (FaultTruth.Victim victim : fault.victims()) {
                Double all = ioSeconds.get(victim.jobId());
                if (all != null && victim.seconds() >= MIN_LOSS * all) {
                    hit.put(victim.jobId(), FaultClass.of(fault.fault()));
                }
            }
        }
        verdicts.values().stream()
                .filter(verdict -> hit.containsKey(verdict.getJobId()))
                .sorted(Comparator.comparing(Anomaly::getJobId))
                .forEach(verdict -> {
                    Optional<FaultClass> fault = Optional.of(hit.get(verdict.getJobId()));
                    questions.add(new Question(fault, Subject.RUN, reader.run(verdict)));
                    if (verdict.getAnomalous()) {
                        given.add(new Given(fault, Subject.FIRST_CAUSE, firstCause(verdict)));
                    }
                });
    }

    private static SlownessCause firstCause(Anomaly verdict) {
        return Optional.ofNullable(verdict.getLikelyCause())
                .flatMap(LossCause::named)
                .map(SlownessCause::of)
                .orElse(SlownessCause.UNKNOWN);
    }
}
