package io.barograph.servers.operators;

import io.barograph.schemas.BinaryCollections;
import io.barograph.schemas.metrics.TargetUsage;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;

/**
 * What one sample of one server says besides the traffic of its curve.
 *
 * @param time instant that it belongs to, milliseconds since the epoch
 * @param target the target that the capacity is of; empty without capacity
 * @param values changes of series of the file system
 * @param capacity how full a target was; null if the sample does not say
 */
public record ServerSeriesUpdate(long time, String target, List<Value> values, TargetUsage capacity) {
    private static final long CAPACITY_SLOT = 600_000;

    /**
     * A change of one series.
     *
     * @param samples how many samples that is; -1 if one is taken back
     * @param fineOnly true if the series is asked for at full resolution only
     */
    public record Value(String series, long amount, int samples, boolean fineOnly) {}

    /** @return number of the ten minutes, of which the first capacity counts */
    public static long capacitySlot(long time) {
        return Math.floorDiv(time, CAPACITY_SLOT);
    }

    void writeTo(DataOutput out) throws IOException {
        out.writeLong(time);
        out.writeUTF(target);
        out.writeInt(values.size());
        for (Value value : values) {
            out.writeUTF(value.series);
            out.writeLong(value.amount);
            out.writeInt(value.samples);
            out.writeBoolean(value.fineOnly);
        }
        BinaryCollections.writeOptional(capacity, out, TargetUsage::writeTo);
    }

    static ServerSeriesUpdate readFrom(DataInput in) throws IOException {
        long time = in.readLong();
        String target = in.readUTF();
        List<Value> values = BinaryCollections.readList(
                in, value -> new Value(value.readUTF(), value.readLong(), value.readInt(), value.readBoolean()));
        return new ServerSeriesUpdate(
                time, target, List.copyOf(values), in.readBoolean() ? TargetUsage.readFrom(in) : null);
    }
}
