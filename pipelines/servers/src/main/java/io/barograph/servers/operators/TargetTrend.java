package io.barograph.servers.operators;

import io.barograph.flink.state.BinaryType;
import io.barograph.flink.state.DelegatingFormat;
import io.barograph.schemas.ServerRole;

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
    static final BinaryType<TargetTrend> TYPE = DelegatingFormat.recordTypeOf(TargetTrend.class, 1);
}
