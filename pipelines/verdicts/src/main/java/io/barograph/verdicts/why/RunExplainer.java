package io.barograph.verdicts.why;

import io.barograph.schemas.Anomaly;
import io.barograph.schemas.ContentionEvent;
import io.barograph.schemas.EventKind;
import io.barograph.schemas.Finding;
import io.barograph.schemas.JobWeather;
import io.barograph.schemas.JudgedMetric;
import io.barograph.schemas.Quality;
import io.barograph.schemas.RootCause;
import io.barograph.schemas.Verdict;
import io.barograph.schemas.Victim;
import io.barograph.schemas.WeatherMetric;
import io.barograph.verdicts.causes.CauseSide;
import io.barograph.verdicts.explanation.LossCause;
import io.barograph.verdicts.explanation.LossExplanation;
import io.barograph.verdicts.explanation.QuantityFormat;
import io.barograph.verdicts.explanation.VerdictSentences;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Why a run was slow. Direct evidence goes before indirect: what probes or counters saw happen on the file system while
 * it ran, then what the run itself did otherwise than before, then what was unusual in the weather. What is missing
 * never speaks for an answer.
 */
public final class RunExplainer {
    /** An event that the run met for less of its time than this does not explain it. */
    private static final double MIN_OVERLAP = 0.1;

    /** Nor does one that cost it less than this part of what it lost. */
    private static final double MIN_PART_OF_LOSS = 0.25;

    /** Of the load of an event: whoever made this much is no victim of it. */
    private static final double OWN_SHARE = 0.5;

    private static final double CONFIDENT = 0.5;

    /** Below this slowdown an operation is as quick as usual. */
    static final double CALM = 1.5;

    private static final double MAX_MISSING = 0.1;

    private final RunFacts facts;
    private final Anomaly verdict;

    private RunExplainer(RunFacts facts) {
        this.facts = facts;
        this.verdict = facts.verdict();
    }

    /** An event with the seconds that it cost the run. */
    private record Charge(ContentionEvent event, double seconds) {}

    public static SlownessExplanation of(RunFacts facts) {
        RunExplainer why = new RunExplainer(facts);
        return why.event()
                .or(why::restart)
                .or(why::fullTarget)
                .or(why::newApplicationCause)
                .or(why::weather)
                .or(why::fewerOsts)
                .or(why::allElseUsual)
                .or(why::limited)
                .orElseGet(why::unknown);
    }

    /** @return the event that slowed the run, other than by its own load; empty if there is none, or nothing was lost */
    static Optional<ContentionEvent> event(RunFacts facts) {
        return new RunExplainer(facts)
                .event()
                .filter(explanation -> explanation.rule() == SlownessRule.EVENT)
                .flatMap(SlownessExplanation::event);
    }

    private boolean lost() {
        return verdict.getVerdict() == Verdict.ANOMALOUS
                || (verdict.getVerdict() == Verdict.NORMAL && Integer.valueOf(4).equals(verdict.getQuartile()));
    }

    private boolean isJudged() {
        return verdict.getVerdict() == Verdict.ANOMALOUS
                || verdict.getVerdict() == Verdict.NORMAL
                || verdict.getVerdict() == Verdict.UNUSUALLY_GOOD;
    }

    private Optional<SlownessExplanation> event() {
        if (isJudged() && !lost()) {
            return Optional.empty();
        }
        return facts.events().stream()
                .filter(EventTimes::namesCause)
                .map(event -> new Charge(event, charge(event)))
                .filter(this::explains)
                .max(Comparator.comparingDouble(Charge::seconds)
                        .thenComparing(charge -> EventTimes.begin(charge.event()), Comparator.reverseOrder())
                        .thenComparing(charge -> charge.event().getKind()))
                .map(charge -> explanation(charge.event()));
    }

    private SlownessExplanation explanation(ContentionEvent event) {
        Optional<Double> own = ownShare(event);
        List<String> lines = new ArrayList<>();
        lines.add(EvidenceLines.event(event));
        lines.add(event.getKind() == EventKind.CONTENTION ? EvidenceLines.suspects(event) : "");
        victim(event)
                .filter(victim -> victim.getLostSeconds() != null)
                .ifPresent(victim -> lines.add("It cost this run "
                        + QuantityFormat.quantity(victim.getLostSeconds(), "s")
                        + (victim.getLostNodeHours() == null
                                ? "."
                                : ", " + QuantityFormat.quantity(victim.getLostNodeHours(), "node-hours") + ".")));
        lines.add(EvidenceLines.performance(verdict));
        boolean isOwn = own.isPresent() && own.get() >= OWN_SHARE;
        return new SlownessExplanation(
                isOwn ? SlownessCause.APPLICATION : EventTimes.answer(event),
                isOwn ? SlownessRule.OWN_LOAD : SlownessRule.EVENT,
                lines,
                Optional.of(event),
                Optional.empty());
    }

    private Optional<Double> ownShare(ContentionEvent event) {
        return event.getSuspects().stream()
                .filter(suspect -> suspect.getJobId().equals(verdict.getJobId()) && suspect.getShare() != null)
                .map(suspect -> suspect.getShare())
                .findFirst();
    }

    private Optional<Victim> victim(ContentionEvent event) {
        return event.getVictims().stream()
                .filter(victim -> victim.getJobId().equals(verdict.getJobId())
                        && (victim.getStartTime() == null
                                || victim.getStartTime().equals(verdict.getStartTime())))
                .findFirst();
    }

    private double overlapSeconds(ContentionEvent event) {
        if (verdict.getStartTime() == null || verdict.getEndTime() == null) {
            return 0;
        }
        return EventTimes.overlap(event, verdict.getStartTime(), verdict.getEndTime())
                        .toMillis()
                / 1e3;
    }

    /** What the event itself says that it cost, else the part of the overlap that a factor so much slower wastes. */
    private double charge(ContentionEvent event) {
        Optional<Double> lostSeconds = victim(event).map(Victim::getLostSeconds);
        if (lostSeconds.isPresent() && Double.isFinite(lostSeconds.get())) {
            return lostSeconds.get();
        }
        double slowdown = event.getWorstSlowdown() == null ? Double.NaN : event.getWorstSlowdown();
        return slowdown > 1 ? overlapSeconds(event) * (1 - 1 / slowdown) : 0;
    }

    private boolean explains(Charge charge) {
        if (!(charge.seconds() > 0) || verdict.getStartTime() == null || verdict.getEndTime() == null) {
            return false;
        }
        double run =
                Duration.between(verdict.getStartTime(), verdict.getEndTime()).toMillis() / 1e3;
        boolean isVictim = victim(charge.event()).isPresent();
        double excess = excessSeconds();
        return (isVictim || overlapSeconds(charge.event()) >= MIN_OVERLAP * run)
                && (Double.isNaN(excess) || charge.seconds() >= MIN_PART_OF_LOSS * excess);
    }

    /** I/O time beyond what the run takes at its usual performance; NaN if it is not known. */
    private double excessSeconds() {
        double usual = EvidenceLines.usualPerformance(verdict);
        double ioSeconds = metric(WeatherMetric.JOB_IO_SECONDS);
        return verdict.getPerformance() == null || !(usual > 0)
                ? Double.NaN
                : Math.max(0, ioSeconds * (1 - verdict.getPerformance() / usual));
    }

    private double metric(WeatherMetric metric) {
        return facts.weather()
                .map(JobWeather::getMetrics)
                .map(metrics -> metrics.get(metric.metricName()))
                .orElse(Double.NaN);
    }

    private Optional<SlownessExplanation> restart() {
        int restarts = facts.weather().map(JobWeather::getServerRestarts).orElse(0);
        if (!lost() || restarts < 1) {
            return Optional.empty();
        }
        return Optional.of(SlownessExplanation.of(
                SlownessCause.DEGRADED_HARDWARE,
                SlownessRule.RESTART,
                List.of(
                        restarts + (restarts == 1 ? " counter" : " counters")
                                + " of servers that it used began anew while it ran: they were started again or taken"
                                + " over.",
                        EvidenceLines.performance(verdict),
                        EvidenceLines.reach(facts.weather().orElseThrow()))));
    }

    private static boolean isFullness(JudgedMetric metric) {
        return WeatherMetric.named(metric.getMetric())
                .filter(known -> known.source() == WeatherMetric.Source.CAPACITY)
                .isPresent();
    }

    private Optional<SlownessExplanation> fullTarget() {
        if (!lost() || verdict.getStartTime() == null || verdict.getEndTime() == null) {
            return Optional.empty();
        }
        Optional<JudgedMetric> fullness =
                verdict.getSuspects().stream().filter(RunExplainer::isFullness).findFirst();
        return fullness.flatMap(metric -> facts.events().stream()
                .filter(event -> event.getKind() == EventKind.CAPACITY
                        && !EventTimes.overlap(event, verdict.getStartTime(), verdict.getEndTime())
                                .isZero())
                .max(Comparator.comparingDouble(event -> event.getFullness() == null ? 0 : event.getFullness()))
                .map(event -> new SlownessExplanation(
                        SlownessCause.SPACE,
                        SlownessRule.FULL_TARGET,
                        List.of(
                                EvidenceLines.event(event),
                                EvidenceLines.metric(metric),
                                EvidenceLines.performance(verdict)),
                        Optional.of(event),
                        Optional.empty())));
    }

    private List<RootCause> applicationCauses(boolean unusualOnly) {
        return verdict.getRootCauses().stream()
                .filter(cause -> cause.getSide().equals(CauseSide.APPLICATION.word())
                        && cause.getEffect().equals("lowers")
                        && cause.getConfidence() >= CONFIDENT
                        && !(unusualOnly && cause.getUsual()))
                .sorted(Comparator.comparingDouble(RootCause::getConfidence).reversed())
                .toList();
    }

    private Optional<SlownessExplanation> newApplicationCause() {
        List<RootCause> causes = lost() ? applicationCauses(true) : List.of();
        double system = verdict.getRootCauses().stream()
                .filter(cause -> cause.getSide().equals(CauseSide.SYSTEM.word()))
                .mapToDouble(RootCause::getConfidence)
                .max()
                .orElse(0);
        if (causes.isEmpty()
                || (causes.get(0).getConfidence() <= system && firstFinding().isPresent())) {
            return Optional.empty();
        }
        return Optional.of(application(SlownessRule.NEW_APPLICATION_CAUSE, causes));
    }

    private SlownessExplanation application(SlownessRule rule, List<RootCause> causes) {
        List<String> lines = new ArrayList<>();
        causes.stream().limit(2).map(EvidenceLines::cause).forEach(lines::add);
        lines.add(EvidenceLines.performance(verdict));
        lines.add(EvidenceLines.probes(facts.probes()));
        return SlownessExplanation.of(SlownessCause.APPLICATION, rule, lines);
    }

    /** The first finding that is named; empty if there is none, or nothing was lost. */
    private Optional<Finding> firstFinding() {
        return verdict.getLikelyCause() == null || verdict.getLoss() == null
                ? Optional.empty()
                : verdict.getFindings().stream()
                        .filter(finding -> LossExplanation.isNamed(finding, verdict.getLoss()))
                        .findFirst();
    }

    private static SlownessCause answer(Finding finding) {
        return LossCause.named(finding.getCause()).map(SlownessCause::of).orElse(SlownessCause.UNKNOWN);
    }

    private Optional<SlownessExplanation> weather() {
        return firstFinding()
                .filter(finding -> answer(finding) != SlownessCause.UNKNOWN)
                .map(finding -> SlownessExplanation.of(
                        answer(finding),
                        SlownessRule.WEATHER,
                        List.of(
                                EvidenceLines.finding(finding, verdict),
                                EvidenceLines.performance(verdict),
                                EvidenceLines.exonerated(verdict.getExonerated()),
                                EvidenceLines.probes(facts.probes()))));
    }

    private Optional<SlownessExplanation> fewerOsts() {
        return VerdictSentences.fewerOsts(verdict)
                .map(line -> SlownessExplanation.of(
                        SlownessCause.APPLICATION,
                        SlownessRule.FEWER_OSTS,
                        List.of(line, EvidenceLines.performance(verdict), EvidenceLines.probes(facts.probes()))));
    }

    /** All that is known of the file system was as usual, and enough is known: what remains is where the run was. */
    private Optional<SlownessExplanation> allElseUsual() {
        Optional<ProbeTally.Slowed> slowest = facts.probes().slowest();
        boolean serversKnown = facts.weather()
                .filter(weather -> weather.getQuality() != Quality.NO_SERVER_DATA
                        && weather.getQuality() != Quality.TOO_OLD
                        && weather.getQuality() != Quality.IMPLAUSIBLE
                        && weather.getMissingFraction() != null
                        && weather.getMissingFraction() <= MAX_MISSING)
                .isPresent();
        boolean usual = firstFinding().isEmpty()
                && !verdict.getExonerated().isEmpty()
                && slowest.filter(operation -> operation.slowdown() < CALM).isPresent();
        if (!lost() || !serversKnown || !usual || !applicationCauses(true).isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new SlownessExplanation(
                SlownessCause.CLIENT,
                SlownessRule.ALL_ELSE_USUAL,
                List.of(
                        EvidenceLines.probes(facts.probes()),
                        EvidenceLines.exonerated(verdict.getExonerated()),
                        EvidenceLines.performance(verdict)),
                Optional.empty(),
                facts.probes().slowHost().map(ProbeTally.Slowed::of)));
    }

    private Optional<SlownessExplanation> limited() {
        List<RootCause> causes = lost() ? List.of() : applicationCauses(false);
        return causes.isEmpty()
                ? Optional.empty()
                : Optional.of(application(SlownessRule.LIMITED_BY_APPLICATION, causes));
    }

    private SlownessExplanation unknown() {
        List<String> lines = new ArrayList<>();
        lines.add(EvidenceLines.performance(verdict));
        facts.events().stream()
                .filter(event -> event.getKind() == EventKind.UNEXPLAINED && overlapSeconds(event) > 0)
                .findFirst()
                .ifPresent(event -> lines.add(EvidenceLines.event(event)));
        firstFinding().ifPresent(finding -> lines.add(EvidenceLines.finding(finding, verdict)));
        if (isJudged() && !lost()) {
            lines.add("That is within its climate: there is no loss to explain.");
        }
        lines.add(EvidenceLines.probes(facts.probes()));
        lines.add(facts.weather().map(EvidenceLines::reach).orElse("No weather of the run is held: 0 server metrics."));
        return SlownessExplanation.of(SlownessCause.UNKNOWN, SlownessRule.NONE, lines);
    }
}
