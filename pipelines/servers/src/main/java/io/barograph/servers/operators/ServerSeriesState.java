package io.barograph.servers.operators;

import io.barograph.flink.state.BinaryType;
import io.barograph.flink.state.DelegatingFormat;
import io.barograph.schemas.BinaryCollections;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.TreeMap;

/** When in each ten minutes the capacity of a server was first known, and when it was heard of last. */
final class ServerSeriesState {
    static final BinaryType<ServerSeriesState> TYPE = DelegatingFormat.mutableTypeOf(
            ServerSeriesState.class, 3, ServerSeriesState::write, ServerSeriesState::read);

    private final TreeMap<Long, Long> capacityBySlot = new TreeMap<>();
    private long lastHour = Long.MIN_VALUE;
    private long latest = Long.MIN_VALUE;

    /** Instant of the latest sample, milliseconds since the epoch. */
    long latest() {
        return latest;
    }

    void note(long time) {
        latest = Math.max(latest, time);
    }

    /** True if the hour is not that of the sample before. */
    boolean changesHour(long hour) {
        boolean changed = hour != lastHour;
        lastHour = hour;
        return changed;
    }

    /** True if no earlier capacity of that slot is known. */
    boolean isFirstOfSlot(long slot, long time) {
        Long known = capacityBySlot.get(slot);
        if (known != null && known <= time) {
            return false;
        }
        capacityBySlot.put(slot, time);
        return true;
    }

    void forgetBefore(long slot) {
        capacityBySlot.headMap(slot).clear();
    }

    private static void write(ServerSeriesState value, DataOutput out) throws IOException {
        BinaryCollections.writeMap(value.capacityBySlot, out, BinaryCollections.LONG, BinaryCollections.LONG);
        out.writeLong(value.lastHour);
        out.writeLong(value.latest);
    }

    private static ServerSeriesState read(DataInput in) throws IOException {
        ServerSeriesState measured = new ServerSeriesState();
        BinaryCollections.readMap(measured.capacityBySlot, in, DataInput::readLong, DataInput::readLong);
        measured.lastHour = in.readLong();
        measured.latest = in.readLong();
        return measured;
    }
}
