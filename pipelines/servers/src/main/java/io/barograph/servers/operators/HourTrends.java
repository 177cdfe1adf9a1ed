package io.barograph.servers.operators;

import io.barograph.flink.state.BinaryType;
import io.barograph.flink.state.DelegatingFormat;
import io.barograph.schemas.ServerRole;

/** Which targets of a file system get full first, as the trends say at the end of an hour. */
record HourTrends(First ostBytes, First ostInodes, First mdtBytes, First mdtInodes) {
    static final BinaryType<HourTrends> TYPE = DelegatingFormat.recordTypeOf(HourTrends.class, 1);
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
}
