package io.barograph.runs.operators;

import io.barograph.flink.state.BinaryType;
import io.barograph.flink.state.DelegatingFormat;
import io.barograph.runs.CoverageTotalsByDay;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * A piece of the evidence of a file system.
 *
 * @param knownAt event time from which it counts, milliseconds since the epoch
 * @param trafficUntil traffic of the servers is known until then, milliseconds since the epoch, or {@link #NO_TRAFFIC}
 */
record CoverageContribution(String fileSystem, long knownAt, CoverageTotalsByDay evidence, long trafficUntil) {
    static final BinaryType<CoverageContribution> TYPE = DelegatingFormat.typeOf(
            CoverageContribution.class, 1, CoverageContribution::write, CoverageContribution::read);

    /** It is no traffic. */
    static final long NO_TRAFFIC = Long.MIN_VALUE;

    private static void write(CoverageContribution value, DataOutput out) throws IOException {
        out.writeUTF(value.fileSystem);
        out.writeLong(value.knownAt);
        value.evidence.writeTo(out);
        out.writeLong(value.trafficUntil);
    }

    private static CoverageContribution read(DataInput in) throws IOException {
        return new CoverageContribution(in.readUTF(), in.readLong(), CoverageTotalsByDay.readFrom(in), in.readLong());
    }
}
