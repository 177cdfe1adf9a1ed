package io.barograph.runs.operators;

import io.barograph.flink.state.BinaryType;
import io.barograph.flink.state.DelegatingFormat;
import io.barograph.schemas.BinaryCollections;
import io.barograph.schemas.metrics.TargetUsage;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;

/** The first capacity of each target in one stretch of ten minutes. */
final class CapacitySlot {
    static final BinaryType<CapacitySlot> TYPE =
            DelegatingFormat.mutableTypeOf(CapacitySlot.class, 1, CapacitySlot::write, CapacitySlot::read);

    private final Map<String, TargetUsage> targets = new TreeMap<>();

    Map<String, TargetUsage> targets() {
        return targets;
    }

    void add(String target, TargetUsage capacity) {
        targets.merge(target, capacity, (known, other) -> known.time() <= other.time() ? known : other);
    }

    private static void write(CapacitySlot value, DataOutput out) throws IOException {
        BinaryCollections.writeMap(value.targets, out, BinaryCollections.TEXT, TargetUsage::writeTo);
    }

    private static CapacitySlot read(DataInput in) throws IOException {
        CapacitySlot slot = new CapacitySlot();
        BinaryCollections.readMap(slot.targets, in, DataInput::readUTF, TargetUsage::readFrom);
        return slot;
    }
}
