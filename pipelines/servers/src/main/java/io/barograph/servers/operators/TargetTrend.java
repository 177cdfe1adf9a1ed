package io.barograph.servers.operators;

import io.barograph.flink.state.BinaryType;
import io.barograph.flink.state.DelegatingFormat;
import io.barograph.schemas.ServerRole;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * When one target gets full, as its trend says at the end of an hour.
 *
 * @param hourEnd end of that hour, milliseconds since the epoch
 * @param daysUntilBytesFull days from then on; NaN if it does not fill up or too little is known
 */
record TargetTrend(
        String fileSystem,
        ServerRole role,
        String server,
        long hourEnd,
        double daysUntilBytesFull,
        double daysUntilInodesFull) {
    static final BinaryType<TargetTrend> TYPE =
            DelegatingFormat.typeOf(TargetTrend.class, 1, TargetTrend::write, TargetTrend::read);

    private static void write(TargetTrend value, DataOutput out) throws IOException {
        out.writeUTF(value.fileSystem);
        out.writeByte(RoleCode.of(value.role));
        out.writeUTF(value.server);
        out.writeLong(value.hourEnd);
        out.writeDouble(value.daysUntilBytesFull);
        out.writeDouble(value.daysUntilInodesFull);
    }

    private static TargetTrend read(DataInput in) throws IOException {
        return new TargetTrend(
                in.readUTF(),
                RoleCode.role(in.readByte()),
                in.readUTF(),
                in.readLong(),
                in.readDouble(),
                in.readDouble());
    }
}
