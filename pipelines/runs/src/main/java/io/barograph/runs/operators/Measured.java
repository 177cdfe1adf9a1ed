package io.barograph.runs.operators;

import io.barograph.flink.state.BinaryFormat;
import io.barograph.flink.state.BinaryType;
import io.barograph.servers.rates.ServerReadings;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;

/**
 * What is kept of one server's measurements: its latest readings, and when in each ten minutes its capacity was first
 * known.
 */
final class Measured {
    static final BinaryType<Measured> TYPE = new BinaryType<>(new Format());

    private final ServerReadings readings;
    private final TreeMap<Long, Long> capacityBySlot = new TreeMap<>();
    private long lastHour = Long.MIN_VALUE;

    Measured() {
        this(new ServerReadings());
    }

    private Measured(ServerReadings readings) {
        this.readings = readings;
    }

    ServerReadings readings() {
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

    /** Binary form. */
    static final class Format extends BinaryFormat<Measured> {
        private static final long serialVersionUID = 1L;

        Format() {
            super(Measured.class, 1);
        }

        @Override
        public void write(Measured value, DataOutput out) throws IOException {
            value.readings.writeTo(out);
            out.writeInt(value.capacityBySlot.size());
            for (Map.Entry<Long, Long> entry : value.capacityBySlot.entrySet()) {
                out.writeLong(entry.getKey());
                out.writeLong(entry.getValue());
            }
            out.writeLong(value.lastHour);
        }

        @Override
        public Measured read(int writtenVersion, DataInput in) throws IOException {
            Measured measured = new Measured(ServerReadings.readFrom(in));
            int slots = in.readInt();
            for (int i = 0; i < slots; i++) {
                measured.capacityBySlot.put(in.readLong(), in.readLong());
            }
            measured.lastHour = in.readLong();
            return measured;
        }

        @Override
        public Measured copy(Measured value) {
            Measured copy = new Measured(value.readings.copy());
            copy.capacityBySlot.putAll(value.capacityBySlot);
            copy.lastHour = value.lastHour;
            return copy;
        }
    }
}
