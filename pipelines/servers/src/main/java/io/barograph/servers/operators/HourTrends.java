package io.barograph.servers.operators;

import io.barograph.flink.state.BinaryFormat;
import io.barograph.flink.state.BinaryType;
import io.barograph.schemas.ServerRole;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** Which targets of a file system get full first, as the trends say at the end of an hour. */
record HourTrends(First ostBytes, First ostInodes, First mdtBytes, First mdtInodes) {
    static final BinaryType<HourTrends> TYPE = new BinaryType<>(new Format());
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

    /** Binary form. */
    static final class Format extends BinaryFormat<HourTrends> {
        private static final long serialVersionUID = 1L;

        Format() {
            super(HourTrends.class, 1);
        }

        @Override
        public void write(HourTrends value, DataOutput out) throws IOException {
            write(value.ostBytes, out);
            write(value.ostInodes, out);
            write(value.mdtBytes, out);
            write(value.mdtInodes, out);
        }

        private static void write(First first, DataOutput out) throws IOException {
            out.writeDouble(first.days);
            out.writeUTF(first.target);
        }

        @Override
        public HourTrends read(int writtenVersion, DataInput in) throws IOException {
            return new HourTrends(read(in), read(in), read(in), read(in));
        }

        private static First read(DataInput in) throws IOException {
            return new First(in.readDouble(), in.readUTF());
        }
    }
}
