package io.barograph.jobstats.operators;

import io.barograph.flink.quarantine.AttributableElement;
import io.barograph.flink.quarantine.RecordIdentity;
import io.barograph.flink.state.BinaryType;
import io.barograph.flink.state.DelegatingFormat;
import io.barograph.jobstats.ServerMinute;
import io.barograph.jobstats.TargetRole;

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
    static final BinaryType<ServerMinuteUpdate> TYPE = DelegatingFormat.recordTypeOf(ServerMinuteUpdate.class, 4);

    @Override
    public RecordIdentity origin() {
        return RecordIdentity.ofJobSamples(fileSystem, server, polledUntil);
    }

    ServerMinuteUpdate with(ServerMinute others) {
        return new ServerMinuteUpdate(fileSystem, role, server, intervalMillis, polledUntil, minute, others);
    }
}
