package io.barograph.runs.operators;

import io.barograph.flink.state.BinaryType;
import io.barograph.flink.state.DelegatingFormat;
import io.barograph.servers.history.DisjointIntervals;

/**
 * The logs of one job id that were decided so far.
 *
 * @param times when any of their runs was under way, in whole intervals
 * @param lastHour hour of the latest decision
 */
record JobLogs(long bytes, DisjointIntervals times, long lastHour) {
    static final BinaryType<JobLogs> TYPE = DelegatingFormat.recordTypeOf(JobLogs.class, 1);

    static final JobLogs NONE = new JobLogs(0, DisjointIntervals.NONE, Long.MIN_VALUE);
}
