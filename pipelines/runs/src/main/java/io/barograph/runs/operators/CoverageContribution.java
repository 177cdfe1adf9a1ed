package io.barograph.runs.operators;

import io.barograph.flink.state.BinaryType;
import io.barograph.flink.state.DelegatingFormat;
import io.barograph.runs.CoverageTotalsByDay;

/**
 * A piece of the evidence of a file system.
 *
 * @param knownAt event time from which it counts, milliseconds since the epoch
 * @param trafficUntil traffic of the servers is known until then, milliseconds since the epoch, or {@link #NO_TRAFFIC}
 */
record CoverageContribution(String fileSystem, long knownAt, CoverageTotalsByDay evidence, long trafficUntil) {
    static final BinaryType<CoverageContribution> TYPE = DelegatingFormat.recordTypeOf(CoverageContribution.class, 1);

    /** It is no traffic. */
    static final long NO_TRAFFIC = Long.MIN_VALUE;
}
