package io.barograph.lab.evaluate;

import io.barograph.cli.export.ResultSource;
import io.barograph.lab.simulator.JobTruth;
import io.barograph.schemas.Anomaly;
import io.barograph.schemas.AnomalyKind;
import io.barograph.schemas.Topic;
import io.barograph.schemas.Verdict;
import java.io.IOException;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Verdicts on runs that nothing slowed: whose I/O took at most 5 % longer than it would have with nobody else on healthy
 * servers.
 *
 * @param judged runs with a climate to judge them by
 * @param flagged those of them that count as slow
 */
record FineRuns(int judged, int flagged) {
    static final FineRuns NONE = new FineRuns(0, 0);

    private static final double MAX_DELAY = 1.05;
    private static final Set<Verdict> JUDGED = Set.of(Verdict.NORMAL, Verdict.ANOMALOUS, Verdict.UNUSUALLY_GOOD);

    static FineRuns of(Collection<JobTruth> truths, ResultSource source) throws IOException, InterruptedException {
        Set<String> fine = truths.stream()
                .filter(run -> run.ioSeconds() <= MAX_DELAY * run.unhinderedIoSeconds())
                .map(JobTruth::jobId)
                .collect(Collectors.toSet());
        Map<String, Anomaly> verdicts = new HashMap<>();
        source.read(Topic.ANOMALIES, verdict -> {
            if (verdict.getKind() == AnomalyKind.RUN && fine.contains(verdict.getJobId())) {
                verdicts.merge(verdict.getJobId(), verdict, (a, b) -> a.getRevision() > b.getRevision() ? a : b);
            }
        });
        FineRuns counted = NONE;
        for (Anomaly verdict : verdicts.values()) {
            boolean isJudged = JUDGED.contains(verdict.getVerdict());
            boolean isFlagged = verdict.getVerdict() == Verdict.ANOMALOUS;
            counted = counted.plus(new FineRuns(isJudged ? 1 : 0, isFlagged ? 1 : 0));
        }
        return counted;
    }

    FineRuns plus(FineRuns other) {
        return new FineRuns(judged + other.judged, flagged + other.flagged);
    }
}
