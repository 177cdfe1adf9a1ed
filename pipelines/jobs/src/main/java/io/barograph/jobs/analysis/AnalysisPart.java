package io.barograph.jobs.analysis;

import io.barograph.schemas.Topic;
import java.util.List;
import java.util.Set;

/** A part of the analysis whose results can be asked for alone. What another part needs of it is computed all the same. */
public enum AnalysisPart {
    /** Coverage factors and weather of runs, live coverage, reach of the evidence. */
    COVERAGE,
    /** Rates, volumes, character of file systems. */
    WEATHER,
    /** Slowdowns of probes and benchmarks. */
    SLOWDOWN,
    /** Contention, degradation, lack of space. */
    CONTENTION,
    /** Verdicts on runs. */
    ANOMALY;

    public static final Set<AnalysisPart> ALL = Set.of(values());

    public List<Topic<?>> results() {
        return switch (this) {
            case COVERAGE -> List.of(Topic.JOB_WEATHER, Topic.LIVE_COVERAGE, Topic.TOP_TALKERS, Topic.EVIDENCE);
            case WEATHER -> List.of(Topic.SERVER_RATES);
            case SLOWDOWN -> List.of(Topic.SLOWDOWNS);
            case CONTENTION -> List.of(Topic.CONTENTION_EVENTS);
            case ANOMALY -> List.of(Topic.ANOMALIES);
        };
    }

    /** Contention takes in all that the others say, and verdicts meet its events. */
    static Set<AnalysisPart> withNeeded(Set<AnalysisPart> wanted) {
        return wanted.contains(CONTENTION) || wanted.contains(ANOMALY) ? ALL : wanted;
    }
}
