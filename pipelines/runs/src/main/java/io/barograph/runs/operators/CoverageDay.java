package io.barograph.runs.operators;

import io.barograph.flink.state.BinaryType;
import io.barograph.flink.state.DelegatingFormat;
import io.barograph.runs.DailyCoverageTotals;

/**
 * One day of one file system.
 *
 * @param revision number of records that were made of it
 * @param provisional false once a record said that it is no longer provisional
 */
record CoverageDay(DailyCoverageTotals evidence, int revision, boolean provisional) {
    static final BinaryType<CoverageDay> TYPE = DelegatingFormat.recordTypeOf(CoverageDay.class, 1);

    static final CoverageDay EMPTY = new CoverageDay(DailyCoverageTotals.NONE, 0, true);

    CoverageDay with(DailyCoverageTotals more) {
        return new CoverageDay(evidence.plus(more), revision, provisional);
    }
}
