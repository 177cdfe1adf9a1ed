package io.barograph.cli.reports;

import io.barograph.schemas.Anomaly;
import io.barograph.schemas.ContentionEvent;
import io.barograph.schemas.JobWeather;
import io.barograph.schemas.Slowdown;
import io.barograph.schemas.Topic;
import io.barograph.verdicts.why.ProbeTally;
import io.barograph.verdicts.why.RunExplainer;
import io.barograph.verdicts.why.RunFacts;
import io.barograph.verdicts.why.SlownessExplanation;
import java.time.Instant;
import java.util.Optional;

final class RunWhyQuestion implements WhyQuestion {
    private final Anomaly verdict;
    private final String key;
    private final LastEvents events;
    private final ProbeTally probes;
    private JobWeather weather;

    RunWhyQuestion(Anomaly verdict) {
        this.verdict = verdict;
        Instant start = verdict.getStartTime() == null ? verdict.getDecidedAt() : verdict.getStartTime();
        Instant end = verdict.getEndTime() == null ? verdict.getDecidedAt() : verdict.getEndTime();
        this.key = key(verdict);
        this.events = LastEvents.of(verdict.getFileSystem(), end);
        this.probes = new ProbeTally(verdict.getFileSystem(), start, end);
    }

    static String key(Anomaly verdict) {
        return verdict.getJobId() + "/" + verdict.getStartTime() + "/" + verdict.getExecutable() + "/"
                + verdict.getFileSystem();
    }

    Anomaly verdict() {
        return verdict;
    }

    @Override
    public void add(JobWeather other) {
        if (other.getJobId().equals(verdict.getJobId())
                && Topic.JOB_WEATHER.key().apply(other).equals(key)) {
            weather = weather != null && weather.getRevision() > other.getRevision() ? weather : other;
        }
    }

    @Override
    public void add(ContentionEvent event) {
        events.add(event);
    }

    @Override
    public void add(Slowdown slowdown) {
        probes.add(slowdown);
    }

    Optional<JobWeather> weather() {
        return Optional.ofNullable(weather);
    }

    RunFacts facts() {
        return new RunFacts(verdict, weather(), events.events(), probes);
    }

    @Override
    public SlownessExplanation answer() {
        return RunExplainer.of(facts());
    }
}
