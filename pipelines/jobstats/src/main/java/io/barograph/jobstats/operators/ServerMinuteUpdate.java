package io.barograph.jobstats.operators;

import io.barograph.flink.quarantine.AttributableElement;
import io.barograph.flink.quarantine.RecordIdentity;
import io.barograph.flink.state.BinaryType;
import io.barograph.flink.state.DelegatingFormat;
import io.barograph.jobstats.ServerMinute;
import io.barograph.jobstats.TargetRole;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * What one server reports of one minute, on its way to the file system.
 *
 * @param intervalMillis nominal interval between two of its polls
 * @param polledUntil instant of its latest poll, milliseconds since the epoch
 * @param minute number of the minute since the epoch
 * @param sums what was moved, besides what was reported of that minute before
 */
record ServerMinuteUpdate(
        String fileSystem,
        TargetRole role,
        String server,
        int intervalMillis,
        long polledUntil,
        long minute,
        ServerMinute sums)
        implements AttributableElement {
    static final BinaryType<ServerMinuteUpdate> TYPE = DelegatingFormat.mutableTypeOf(
            ServerMinuteUpdate.class, 3, ServerMinuteUpdate::write, ServerMinuteUpdate::read);

    @Override
    public RecordIdentity origin() {
        return RecordIdentity.ofJobSamples(fileSystem, server, polledUntil);
    }

    ServerMinuteUpdate with(ServerMinute others) {
        return new ServerMinuteUpdate(fileSystem, role, server, intervalMillis, polledUntil, minute, others);
    }

    private static void write(ServerMinuteUpdate value, DataOutput out) throws IOException {
        out.writeUTF(value.fileSystem);
        out.writeUTF(value.role.name());
        out.writeUTF(value.server);
        out.writeInt(value.intervalMillis);
        out.writeLong(value.polledUntil);
        out.writeLong(value.minute);
        value.sums.writeTo(out);
    }

    private static ServerMinuteUpdate read(DataInput in) throws IOException {
        return new ServerMinuteUpdate(
                in.readUTF(),
                TargetRole.valueOf(in.readUTF()),
                in.readUTF(),
                in.readInt(),
                in.readLong(),
                in.readLong(),
                ServerMinute.readFrom(in));
    }
}
