package io.barograph.servers.operators;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * What is measured of a server at one instant; NaN where it is not known.
 *
 * @param usedBytes fraction of the target's bytes in use, 0 to 1
 * @param usedInodes fraction of the target's inodes in use, 0 to 1
 */
record ServerGauges(double cpuPercent, double usedBytes, double usedInodes) {
    static final ServerGauges NONE = new ServerGauges(Double.NaN, Double.NaN, Double.NaN);

    boolean knowsSpace() {
        return !Double.isNaN(usedBytes) || !Double.isNaN(usedInodes);
    }

    void writeTo(DataOutput out) throws IOException {
        out.writeDouble(cpuPercent);
        out.writeDouble(usedBytes);
        out.writeDouble(usedInodes);
    }

    static ServerGauges readFrom(DataInput in) throws IOException {
        return new ServerGauges(in.readDouble(), in.readDouble(), in.readDouble());
    }
}
