package io.barograph.verdicts.operators;

import io.barograph.schemas.Anomaly;
import io.barograph.verdicts.climate.ComparedRun;
import io.barograph.verdicts.climate.CorrelationTable;
import io.barograph.verdicts.climate.MotifMoments;
import java.util.List;
import java.util.SortedMap;
import org.apache.flink.util.Collector;

/**
 * The correlations that are told at the end of a month.
 *
 * @param until end of the month, milliseconds since the epoch
 * @param emittedAt when they are told
 * @param from what had its newest run before is not told again
 * @param newest the newest runs
 */
record MonthlyCorrelations(long until, long emittedAt, long from, List<ComparedRun> newest) {
    /** Fewer runs are not correlated. */
    static final int MIN_RUNS = 10;

    void emit(String fileSystem, String motif, SortedMap<String, MotifMoments> motifs, Collector<Anomaly> out) {
        if (motifs.values().stream().noneMatch(moments -> moments.newest() > from)) {
            return;
        }
        CorrelationTable table = CorrelationTable.of(motifs, newest);
        if (table.runs() >= MIN_RUNS) {
            out.collect(AnomalyRecords.of(fileSystem, motif, until, emittedAt, table));
        }
    }
}
