package io.barograph.servers.operators;

import io.barograph.schemas.BinaryCollections;
import io.barograph.servers.rates.IntervalLoads;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.BitSet;

final class RoleInterval {
    private final IntervalLoads loads;
    /** Servers of which a sample is there, also if it is their first, which closes no interval. */
    private final BitSet sampled;

    private final GaugeColumn cpu;
    private final GaugeColumn usedBytes;
    private final GaugeColumn usedInodes;

    RoleInterval() {
        this(new IntervalLoads(), new BitSet(), new GaugeColumn(), new GaugeColumn(), new GaugeColumn());
    }

    private RoleInterval(
            IntervalLoads loads, BitSet sampled, GaugeColumn cpu, GaugeColumn usedBytes, GaugeColumn usedInodes) {
        this.loads = loads;
        this.sampled = sampled;
        this.cpu = cpu;
        this.usedBytes = usedBytes;
        this.usedInodes = usedInodes;
    }

    void note(int server, ServerGauges gauges, boolean isSample) {
        if (isSample) {
            sampled.set(server);
        }
        cpu.note(server, gauges.cpuPercent());
        usedBytes.note(server, gauges.usedBytes());
        usedInodes.note(server, gauges.usedInodes());
    }

    IntervalLoads loads() {
        return loads;
    }

    boolean isSampled(int server) {
        return sampled.get(server);
    }

    double cpuPercent(int server) {
        return cpu.get(server);
    }

    double usedBytes(int server) {
        return usedBytes.get(server);
    }

    double usedInodes(int server) {
        return usedInodes.get(server);
    }

    void writeTo(DataOutput out) throws IOException {
        loads.writeTo(out);
        byte[] bits = sampled.toByteArray();
        BinaryCollections.writeBytes(bits, out);
        cpu.writeTo(out);
        usedBytes.writeTo(out);
        usedInodes.writeTo(out);
    }

    static RoleInterval readFrom(DataInput in) throws IOException {
        IntervalLoads loads = IntervalLoads.readFrom(in);
        byte[] bits = BinaryCollections.readBytes(in);
        return new RoleInterval(
                loads,
                BitSet.valueOf(bits),
                GaugeColumn.readFrom(in),
                GaugeColumn.readFrom(in),
                GaugeColumn.readFrom(in));
    }

    /** One gauge of all servers in one interval; NaN where it is not known. */
    static final class GaugeColumn {
        private double[] values = {};

        /** Of several values of a server in one interval the largest counts, in whatever order they come. */
        void note(int server, double value) {
            if (Double.isNaN(value)) {
                return;
            }
            if (server >= values.length) {
                int before = values.length;
                values = Arrays.copyOf(values, Math.max(server + 1, before * 2));
                Arrays.fill(values, before, values.length, Double.NaN);
            }
            values[server] = Double.isNaN(values[server]) ? value : Math.max(values[server], value);
        }

        double get(int server) {
            return server < values.length ? values[server] : Double.NaN;
        }

        void writeTo(DataOutput out) throws IOException {
            int used = values.length;
            while (used > 0 && Double.isNaN(values[used - 1])) {
                used--;
            }
            out.writeInt(used);
            for (int i = 0; i < used; i++) {
                out.writeDouble(values[i]);
            }
        }

        static GaugeColumn readFrom(DataInput in) throws IOException {
            GaugeColumn column = new GaugeColumn();
            column.values = new double[in.readInt()];
            for (int i = 0; i < column.values.length; i++) {
                column.values[i] = in.readDouble();
            }
            return column;
        }
    }
}
