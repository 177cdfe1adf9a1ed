package io.barograph.runs.operators;

import io.barograph.flink.state.BinaryFormat;
import io.barograph.flink.state.BinaryType;
import io.barograph.schemas.BinaryCollections;
import io.barograph.schemas.metrics.TargetUsage;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;

/** The first capacity of each target in one stretch of ten minutes. */
final class CapacitySlot {
    static final BinaryType<CapacitySlot> TYPE = new BinaryType<>(new Format());

    private final Map<String, TargetUsage> targets = new TreeMap<>();

    Map<String, TargetUsage> targets() {
        return targets;
    }

    void add(String target, TargetUsage capacity) {
        targets.merge(target, capacity, (known, other) -> known.time() <= other.time() ? known : other);
    }

    /** Binary form. */
    static final class Format extends BinaryFormat<CapacitySlot> {
        private static final long serialVersionUID = 1L;

        Format() {
            super(CapacitySlot.class, 1);
        }

        @Override
        public void write(CapacitySlot value, DataOutput out) throws IOException {
            BinaryCollections.writeMap(value.targets, out, BinaryCollections.TEXT, TargetUsage::writeTo);
        }

        @Override
        public CapacitySlot read(int writtenVersion, DataInput in) throws IOException {
            CapacitySlot slot = new CapacitySlot();
            BinaryCollections.readMap(slot.targets, in, DataInput::readUTF, TargetUsage::readFrom);
            return slot;
        }

        @Override
        public CapacitySlot copy(CapacitySlot value) {
            CapacitySlot copy = new CapacitySlot();
            copy.targets.putAll(value.targets);
            return copy;
        }
    }
}
