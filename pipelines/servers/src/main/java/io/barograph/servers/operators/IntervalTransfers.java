package io.barograph.servers.operators;

import io.barograph.flink.state.BinaryType;
import io.barograph.flink.state.DelegatingFormat;
import io.barograph.servers.counters.QuantityAmounts;
import io.barograph.servers.rates.IntervalIncrement;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * What each data server moved in one interval, or the taking back of that: the stuff of volumes and workload character.
 *
 * @param label closing instant of the interval, milliseconds since the epoch
 * @param sign 1, or -1 to take it back
 * @param servers one entry per server of which both directions are known
 */
record IntervalTransfers(String fileSystem, long label, int sign, List<Moved> servers) {
    static final BinaryType<IntervalTransfers> TYPE =
            DelegatingFormat.typeOf(IntervalTransfers.class, 1, IntervalTransfers::write, IntervalTransfers::read);

    /**
     * What one server moved.
     *
     * @param sampled true if a sample closes the interval
     * @param filled true if the amounts are even shares of a gap
     */
    record Moved(long readBytes, long writeBytes, boolean sampled, boolean filled) {
        IntervalIncrement part(long label, int sign) {
            return new IntervalIncrement(
                    label, QuantityAmounts.ofBytes(readBytes, writeBytes), sign, sampled, filled, false);
        }
    }

    private static void write(IntervalTransfers value, DataOutput out) throws IOException {
        out.writeUTF(value.fileSystem);
        out.writeLong(value.label);
        out.writeByte(value.sign);
        out.writeInt(value.servers.size());
        for (Moved moved : value.servers) {
            out.writeLong(moved.readBytes);
            out.writeLong(moved.writeBytes);
            out.writeByte((moved.sampled ? 1 : 0) | (moved.filled ? 2 : 0));
        }
    }

    private static IntervalTransfers read(DataInput in) throws IOException {
        String fileSystem = in.readUTF();
        long label = in.readLong();
        int sign = in.readByte();
        int count = in.readInt();
        List<Moved> servers = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            long read = in.readLong();
            long write = in.readLong();
            int flags = in.readByte();
            servers.add(new Moved(read, write, (flags & 1) != 0, (flags & 2) != 0));
        }
        return new IntervalTransfers(fileSystem, label, sign, servers);
    }
}
