package io.barograph.servers.operators;

import io.barograph.flink.state.BinaryType;
import io.barograph.flink.state.DelegatingFormat;
import io.barograph.schemas.BinaryCollections;
import io.barograph.servers.rates.RecentCounterSamples;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.TreeMap;

/**
 * What is kept of one server's measurements: its latest readings, and when in each ten minutes its capacity was first
 * known.
 */
final class ServerSeriesState {
    static final BinaryType<ServerSeriesState> TYPE = DelegatingFormat.typeOf(
            ServerSeriesState.class, 2, ServerSeriesState::write, ServerSeriesState::read, ServerSeriesState::copyOf);

    private final RecentCounterSamples readings;
    private final TreeMap<Long, Long> capacityBySlot = new TreeMap<>();
    private long lastHour = Long.MIN_VALUE;

    ServerSeriesState() {
        this(new RecentCounterSamples());
    }

    private ServerSeriesState(RecentCounterSamples readings) {
        this.readings = readings;
    }

    RecentCounterSamples readings() {
        return readings;
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

    void forgetBefore(long time, long slot) {
        readings.forgetBefore(time);
        capacityBySlot.headMap(slot).clear();
    }

    private static void write(ServerSeriesState value, DataOutput out) throws IOException {
        value.readings.writeTo(out);
        BinaryCollections.writeMap(value.capacityBySlot, out, BinaryCollections.LONG, BinaryCollections.LONG);
        out.writeLong(value.lastHour);
    }

    private static ServerSeriesState read(DataInput in) throws IOException {
        ServerSeriesState measured = new ServerSeriesState(RecentCounterSamples.readFrom(in));
        BinaryCollections.readMap(measured.capacityBySlot, in, DataInput::readLong, DataInput::readLong);
        measured.lastHour = in.readLong();
        return measured;
    }

    private static ServerSeriesState copyOf(ServerSeriesState value) {
        ServerSeriesState copy = new ServerSeriesState(value.readings.copy());
        copy.capacityBySlot.putAll(value.capacityBySlot);
        copy.lastHour = value.lastHour;
        return copy;
    }
}
