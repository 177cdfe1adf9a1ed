package io.barograph.runs.operators;

import io.barograph.flink.state.BinaryFormat;
import io.barograph.flink.state.BinaryType;
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
            out.writeInt(value.targets.size());
            for (Map.Entry<String, TargetUsage> entry : value.targets.entrySet()) {
                out.writeUTF(entry.getKey());
                entry.getValue().writeTo(out);
            }
        }

        @Override
        public CapacitySlot read(int writtenVersion, DataInput in) throws IOException {
            CapacitySlot slot = new CapacitySlot();
            int count = in.readInt();
            for (int i = 0; i < count; i++) {
                slot.targets.put(in.readUTF(), TargetUsage.readFrom(in));
            }
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
