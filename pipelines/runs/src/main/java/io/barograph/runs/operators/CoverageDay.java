package io.barograph.runs.operators;

import io.barograph.flink.state.BinaryType;
import io.barograph.flink.state.DelegatingFormat;
import io.barograph.runs.DailyCoverageTotals;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * One day of one file system.
 *
 * @param revision number of records that were made of it
 * @param provisional false once a record said that it is no longer provisional
 */
record CoverageDay(DailyCoverageTotals evidence, int revision, boolean provisional) {
    static final BinaryType<CoverageDay> TYPE =
            DelegatingFormat.typeOf(CoverageDay.class, 1, CoverageDay::write, CoverageDay::read);

    static final CoverageDay EMPTY = new CoverageDay(DailyCoverageTotals.NONE, 0, true);

    CoverageDay with(DailyCoverageTotals more) {
        return new CoverageDay(evidence.plus(more), revision, provisional);
    }

    private static void write(CoverageDay value, DataOutput out) throws IOException {
        value.evidence.writeTo(out);
        out.writeInt(value.revision);
        out.writeBoolean(value.provisional);
    }

    private static CoverageDay read(DataInput in) throws IOException {
        return new CoverageDay(DailyCoverageTotals.readFrom(in), in.readInt(), in.readBoolean());
    }
}
