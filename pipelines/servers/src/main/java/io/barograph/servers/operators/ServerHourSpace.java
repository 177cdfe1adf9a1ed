package io.barograph.servers.operators;

import io.barograph.flink.state.BinaryType;
import io.barograph.flink.state.DelegatingFormat;
import io.barograph.schemas.ServerRole;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * The latest space that a target reported in an hour that has not ended yet.
 *
 * @param time instant of the sample, milliseconds since the epoch
 */
record ServerHourSpace(ServerRole role, String server, long time, ServerGauges gauges) {
    static final BinaryType<ServerHourSpace> TYPE =
            DelegatingFormat.typeOf(ServerHourSpace.class, 2, ServerHourSpace::write, ServerHourSpace::read);

    /** The latest that says something of space counts, in whatever order samples arrive. */
    boolean isBetterThan(ServerHourSpace other) {
        return gauges.knowsSpace() == other.gauges.knowsSpace() ? time > other.time : gauges.knowsSpace();
    }

    private static void write(ServerHourSpace value, DataOutput out) throws IOException {
        out.writeByte(RoleCode.of(value.role));
        out.writeUTF(value.server);
        out.writeLong(value.time);
        value.gauges.writeTo(out);
    }

    private static ServerHourSpace read(DataInput in) throws IOException {
        return new ServerHourSpace(
                RoleCode.role(in.readByte()), in.readUTF(), in.readLong(), ServerGauges.readFrom(in));
    }
}
