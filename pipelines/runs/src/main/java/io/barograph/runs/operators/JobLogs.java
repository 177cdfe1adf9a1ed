package io.barograph.runs.operators;

import io.barograph.flink.state.BinaryType;
import io.barograph.flink.state.DelegatingFormat;
import io.barograph.servers.history.DisjointIntervals;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * The logs of one job id that were decided so far.
 *
 * @param times when any of their runs was under way, in whole intervals
 * @param lastHour hour of the latest decision
 */
record JobLogs(long bytes, DisjointIntervals times, long lastHour) {
    static final BinaryType<JobLogs> TYPE = DelegatingFormat.typeOf(JobLogs.class, 1, JobLogs::write, JobLogs::read);

    static final JobLogs NONE = new JobLogs(0, DisjointIntervals.NONE, Long.MIN_VALUE);

    private static void write(JobLogs value, DataOutput out) throws IOException {
        out.writeLong(value.bytes);
        value.times.writeTo(out);
        out.writeLong(value.lastHour);
    }

    private static JobLogs read(DataInput in) throws IOException {
        return new JobLogs(in.readLong(), DisjointIntervals.readFrom(in), in.readLong());
    }
}
