package io.barograph.cli.reports;

import io.barograph.schemas.Anomaly;
import io.barograph.schemas.AnomalyKind;
import io.barograph.schemas.ContentionEvent;
import io.barograph.schemas.JobWeather;
import io.barograph.schemas.ServerRates;
import io.barograph.schemas.Slowdown;
import io.barograph.schemas.SlowdownKind;
import io.barograph.schemas.Span;
import io.barograph.schemas.TrafficDirection;
import io.barograph.verdicts.why.MomentExplainer;
import io.barograph.verdicts.why.MomentFacts;
import io.barograph.verdicts.why.ProbeTally;
import io.barograph.verdicts.why.SlownessExplanation;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Why a file system was slow at some instant. Verdicts have to be shown first. */
final class MomentWhyQuestion implements WhyQuestion {
    private final String fileSystem;
    private final Instant at;
    private final LastEvents events;
    private final ProbeTally probes;
    private final Map<String, RunWhyQuestion> runs = new TreeMap<>();
    private final Set<String> fileSystems = new TreeSet<>();
    private ServerRates rates;
    private Instant heldFrom;
    private Instant heldTo;

    MomentWhyQuestion(String fileSystem, Instant at) {
        this.fileSystem = fileSystem;
        this.at = at;
        this.events = LastEvents.of(fileSystem, at);
        this.probes = new ProbeTally(fileSystem, at, at);
    }

    void add(Anomaly verdict) {
        if (verdict.getKind() != AnomalyKind.RUN || verdict.getStartTime() == null || verdict.getEndTime() == null) {
            return;
        }
        if (isHere(verdict.getFileSystem(), verdict.getStartTime(), verdict.getEndTime())
                && !verdict.getStartTime().isAfter(at)
                && !verdict.getEndTime().isBefore(at)) {
            runs.merge(
                    RunWhyQuestion.key(verdict),
                    new RunWhyQuestion(verdict),
                    (a, b) -> a.verdict().getRevision() > b.verdict().getRevision() ? a : b);
        }
    }

    @Override
    public void add(JobWeather weather) {
        runs.values().forEach(run -> run.add(weather));
    }

    @Override
    public void add(ContentionEvent event) {
        events.add(event);
        runs.values().forEach(run -> run.add(event));
    }

    @Override
    public void add(Slowdown slowdown) {
        if (slowdown.getKind() == SlowdownKind.INTERVAL
                && isHere(slowdown.getFileSystem(), slowdown.getStart(), slowdown.getEnd())) {
            probes.add(slowdown);
            runs.values().forEach(run -> run.add(slowdown));
        }
    }

    void add(ServerRates other) {
        if (other.getSpan() == Span.MINUTE
                && other.getDirection() == TrafficDirection.TOTAL
                && isHere(other.getFileSystem(), other.getFrom(), other.getTo())
                && !other.getFrom().isAfter(at)
                && other.getTo().isAfter(at)) {
            rates = rates != null && rates.getRevision() > other.getRevision() ? rates : other;
        }
    }

    private boolean isHere(String name, Instant from, Instant to) {
        fileSystems.add(name);
        if (!name.equals(fileSystem)) {
            return false;
        }
        heldFrom = heldFrom == null || from.isBefore(heldFrom) ? from : heldFrom;
        heldTo = heldTo == null || to.isAfter(heldTo) ? to : heldTo;
        return true;
    }

    Set<String> fileSystems() {
        return fileSystems;
    }

    /** @return begin of what is held of the file system; empty if nothing is */
    Optional<Instant> heldFrom() {
        return Optional.ofNullable(heldFrom);
    }

    Optional<Instant> heldTo() {
        return Optional.ofNullable(heldTo);
    }

    /** @return true if there is a verdict on a run of that job that was under way */
    boolean isJudged(String jobId) {
        return runs.values().stream().anyMatch(run -> run.verdict().getJobId().equals(jobId));
    }

    @Override
    public SlownessExplanation answer() {
        return MomentExplainer.of(new MomentFacts(
                fileSystem,
                at,
                events.events(),
                probes,
                Optional.ofNullable(rates),
                runs.values().stream().map(RunWhyQuestion::facts).toList()));
    }
}
