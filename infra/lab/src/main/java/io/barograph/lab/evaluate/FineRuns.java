package io.barograph.lab.evaluate;

import io.barograph.lab.simulator.JobTruth;
import io.barograph.schemas.Anomaly;
import io.barograph.schemas.Verdict;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Verdicts on runs that nobody slowed: whose I/O took at most 5 % longer than it would have with nobody else on healthy
 * servers.
 *
 * @param judged those of them with a climate to judge them by
 * @param flagged those of these that count as slow
 */
record FineRuns(int judged, int flagged) {
    static final FineRuns NONE = new FineRuns(0, 0);

    private static final double MAX_DELAY = 1.05;
    private static final Set<Verdict> JUDGED = Set.of(Verdict.NORMAL, Verdict.ANOMALOUS, Verdict.UNUSUALLY_GOOD);

    /** @param verdicts the last ones on runs, by job */
    static FineRuns of(Collection<JobTruth> truths, Map<String, Anomaly> verdicts) {
        List<Anomaly> judged = truths.stream()
                .filter(run -> run.ioSeconds() <= MAX_DELAY * run.unhinderedIoSeconds())
                .map(run -> verdicts.get(run.jobId()))
                .filter(verdict -> verdict != null && JUDGED.contains(verdict.getVerdict()))
                .toList();
        return new FineRuns(judged.size(), (int)
                judged.stream().filter(Anomaly::getAnomalous).count());
    }

    FineRuns plus(FineRuns other) {
        return new FineRuns(judged + other.judged, flagged + other.flagged);
    }
}
