package io.barograph.servers.operators;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;

/** One gauge of all servers in one interval; NaN where it is not known. */
final class GaugeColumn {
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

    GaugeColumn copy() {
        GaugeColumn copy = new GaugeColumn();
        copy.values = values.clone();
        return copy;
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
