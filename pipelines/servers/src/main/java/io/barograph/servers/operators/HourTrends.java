package io.barograph.servers.operators;

import io.barograph.flink.state.BinaryType;
import io.barograph.flink.state.DelegatingFormat;
import io.barograph.schemas.ServerRole;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;

/** Which targets of a file system get full first, as the trends say at the end of an hour. */
record HourTrends(First ostBytes, First ostInodes, First mdtBytes, First mdtInodes) {
    static final BinaryType<HourTrends> TYPE =
            DelegatingFormat.typeOf(HourTrends.class, 1, HourTrends::write, HourTrends::read);
    static final HourTrends NONE = new HourTrends(First.NONE, First.NONE, First.NONE, First.NONE);

    /** The first of several targets, by days and then by name; no target: NaN and an empty name. */
    record First(double days, String target) {
        static final First NONE = new First(Double.NaN, "");

        First or(double otherDays, String otherTarget) {
            if (Double.isNaN(otherDays)) {
                return this;
            }
            boolean earlier =
                    Double.isNaN(days) || otherDays < days || (otherDays == days && otherTarget.compareTo(target) < 0);
            return earlier ? new First(otherDays, otherTarget) : this;
        }
    }

    HourTrends with(TargetTrend trend) {
        double bytes = trend.daysUntilBytesFull();
        double inodes = trend.daysUntilInodesFull();
        String target = trend.server();
        return trend.role() == ServerRole.METADATA
                ? new HourTrends(ostBytes, ostInodes, mdtBytes.or(bytes, target), mdtInodes.or(inodes, target))
                : new HourTrends(ostBytes.or(bytes, target), ostInodes.or(inodes, target), mdtBytes, mdtInodes);
    }

    private static void write(HourTrends value, DataOutput out) throws IOException {
        for (First first : List.of(value.ostBytes, value.ostInodes, value.mdtBytes, value.mdtInodes)) {
            out.writeDouble(first.days);
            out.writeUTF(first.target);
        }
    }

    private static HourTrends read(DataInput in) throws IOException {
        return new HourTrends(readFirst(in), readFirst(in), readFirst(in), readFirst(in));
    }

    private static First readFirst(DataInput in) throws IOException {
        return new First(in.readDouble(), in.readUTF());
    }
}
