package io.barograph.lab.evaluate;

import io.barograph.lab.simulator.JobTruth;
import io.barograph.schemas.Anomaly;
import io.barograph.schemas.Verdict;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Verdicts on runs that nobody slowed: whose I/O took at most 5 % longer than it would have with nobody else on healthy
 * servers. Such a run is fine if it could have, so alone, at least nine tenths of the median rate of its code; else it was
 * slow by itself, as one whose files lie on fewer OSTs than usual.
 */
record FineRuns(Share fine, Share slowByThemselves) {
    static final FineRuns NONE = new FineRuns(Share.NONE, Share.NONE);

    private static final double MAX_DELAY = 1.05;
    private static final double MIN_RATE = 0.9;
    private static final Set<Verdict> JUDGED = Set.of(Verdict.NORMAL, Verdict.ANOMALOUS, Verdict.UNUSUALLY_GOOD);

    /**
     * Flagged runs among others.
     *
     * @param judged runs with a climate to judge them by
     * @param flagged those of them that count as slow
     */
    record Share(int judged, int flagged) {
        static final Share NONE = new Share(0, 0);

        Share plus(Share other) {
            return new Share(judged + other.judged, flagged + other.flagged);
        }
    }

    /** @param verdicts the last ones on runs, by job */
    static FineRuns of(Collection<JobTruth> truths, Map<String, Anomaly> verdicts) {
        Map<String, Double> usual = truths.stream()
                .collect(Collectors.groupingBy(
                        JobTruth::executable, Collectors.collectingAndThen(Collectors.toList(), FineRuns::medianRate)));
        FineRuns counted = NONE;
        for (JobTruth run : truths) {
            Anomaly verdict = verdicts.get(run.jobId());
            if (verdict != null
                    && JUDGED.contains(verdict.getVerdict())
                    && run.ioSeconds() <= MAX_DELAY * run.unhinderedIoSeconds()) {
                Share one = new Share(1, verdict.getAnomalous() ? 1 : 0);
                boolean isFine = rate(run) >= MIN_RATE * usual.get(run.executable());
                counted = counted.plus(isFine ? new FineRuns(one, Share.NONE) : new FineRuns(Share.NONE, one));
            }
        }
        return counted;
    }

    private static double rate(JobTruth run) {
        return run.job().bytes() / run.unhinderedIoSeconds();
    }

    private static double medianRate(List<JobTruth> runs) {
        double[] rates = runs.stream().mapToDouble(FineRuns::rate).sorted().toArray();
        return rates[rates.length / 2];
    }

    FineRuns plus(FineRuns other) {
        return new FineRuns(fine.plus(other.fine), slowByThemselves.plus(other.slowByThemselves));
    }
}
