package io.barograph.verdicts.climate;

import io.barograph.schemas.WeatherMetric;
import io.barograph.verdicts.correlation.CoMoments;
import io.barograph.verdicts.correlation.CorrelationCoefficient;
import io.barograph.verdicts.correlation.RankCorrelation;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * How every metric of the weather goes with performance over some motifs: the tables of Lockwood et al. (UMAMI, PDSW
 * 2017; A year in the life of a parallel file system, SC 2018) and figure 2 of Wang et al. (CCGrid 2020). Performance is
 * taken as fraction of the peak of each run's motif, so that motifs can be put together.
 *
 * @param since end of the first of them, milliseconds since the epoch
 * @param rows one for each metric that is known of a run, in the order of {@link ComparedRun#METRICS}
 */
public record CorrelationTable(int runs, long since, List<Row> rows) {
    public record Row(WeatherMetric metric, CorrelationCoefficient pearson, CorrelationCoefficient spearman) {}

    /** @param newest the newest runs; those of other motifs are left out */
    public static CorrelationTable of(Map<String, MotifMoments> motifs, Collection<ComparedRun> newest) {
        List<ComparedRun> ranked = newest.stream()
                .filter(run -> isOf(motifs.get(run.motif()), run))
                .toList();
        RankCorrelation fractions = new RankCorrelation(ranked.stream()
                .mapToDouble(run -> run.performance() / motifs.get(run.motif()).peak())
                .toArray());
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < ComparedRun.METRICS.size(); i++) {
            CoMoments merged = new CoMoments();
            for (MotifMoments motif : motifs.values()) {
                merged.merge(motif.of(i), 1 / motif.peak());
            }
            if (merged.count() > 0) {
                rows.add(new Row(ComparedRun.METRICS.get(i), merged.pearson(), fractions.with(values(i, ranked))));
            }
        }
        return new CorrelationTable(
                motifs.values().stream().mapToInt(MotifMoments::runs).sum(),
                motifs.values().stream().mapToLong(MotifMoments::since).min().orElse(Long.MAX_VALUE),
                rows);
    }

    private static boolean isOf(MotifMoments motif, ComparedRun run) {
        return motif != null && motif.changedAt() == run.changedAt() && motif.since() <= run.end();
    }

    private static double[] values(int metric, List<ComparedRun> runs) {
        return runs.stream().mapToDouble(run -> run.values()[metric]).toArray();
    }
}
