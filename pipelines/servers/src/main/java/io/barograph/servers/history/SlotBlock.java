package io.barograph.servers.history;

import io.barograph.schemas.Varints;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * Sixty slots of traffic (the seconds of a minute, or the minutes of an hour) and the sum of all slots before the block.
 * A component that is zero everywhere takes no room.
 */
public final class SlotBlock {
    static final int SLOTS = 60;

    private final long[][] components = new long[SampledTraffic.COMPONENTS][];
    private SampledTraffic before;

    SlotBlock(SampledTraffic before) {
        this.before = before;
    }

    void shift(SampledTraffic change) {
        before = before.plus(change);
    }

    void add(int slot, SampledTraffic change) {
        for (int i = 0; i < SampledTraffic.COMPONENTS; i++) {
            long amount = change.component(i);
            if (amount != 0) {
                if (components[i] == null) {
                    components[i] = new long[SLOTS];
                }
                components[i][slot] += amount;
            }
        }
    }

    /** @return what is before a slot, in this block and in all before it; the caller's */
    long[] before(int slot) {
        long[] sum = new long[SampledTraffic.COMPONENTS];
        before.addTo(sum);
        for (int i = 0; i < SampledTraffic.COMPONENTS; i++) {
            if (components[i] != null) {
                for (int s = 0; s < slot; s++) {
                    sum[i] += components[i][s];
                }
            }
        }
        return sum;
    }

    /** Adds what a slot has to a sum of amounts, as of {@link SampledTraffic#of}. */
    void addTo(long[] sum, int slot) {
        for (int i = 0; i < SampledTraffic.COMPONENTS; i++) {
            sum[i] += components[i] == null ? 0 : components[i][slot];
        }
    }

    public void writeTo(DataOutput out) throws IOException {
        before.writeTo(out);
        for (long[] component : components) {
            out.writeBoolean(component != null);
            if (component != null) {
                for (long amount : component) {
                    Varints.write(amount, out);
                }
            }
        }
    }

    public static SlotBlock readFrom(DataInput in) throws IOException {
        SlotBlock block = new SlotBlock(SampledTraffic.readFrom(in));
        for (int i = 0; i < SampledTraffic.COMPONENTS; i++) {
            if (in.readBoolean()) {
                block.components[i] = new long[SLOTS];
                for (int s = 0; s < SLOTS; s++) {
                    block.components[i][s] = Varints.read(in);
                }
            }
        }
        return block;
    }
}
