package io.barograph.verdicts.explanation;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** How slow the last runs of a motif were. About 100 bytes. */
public final class MotifMemory {
    /** Weight of the newest run in the mean over about the last five. */
    private static final double NEWEST = 0.2;

    private final SlownessMemory hours;
    private double last;
    private double recent;

    /** Nothing is known yet. */
    public MotifMemory() {
        this(new SlownessMemory());
    }

    private MotifMemory(SlownessMemory hours) {
        this.hours = hours;
    }

    SlownessMemory hours() {
        return hours;
    }

    /** Loss of the last run; 0 before the first. */
    double last() {
        return last;
    }

    /** Mean loss over about the last five runs. */
    double recent() {
        return recent;
    }

    void add(double loss, long now) {
        last = loss;
        recent += NEWEST * (loss - recent);
        hours.add(loss, now);
    }

    public void writeTo(DataOutput out) throws IOException {
        out.writeDouble(last);
        out.writeDouble(recent);
        hours.writeTo(out);
    }

    /** @return what {@link #writeTo} wrote */
    public static MotifMemory readFrom(DataInput in) throws IOException {
        double last = in.readDouble();
        double recent = in.readDouble();
        MotifMemory memory = new MotifMemory(SlownessMemory.readFrom(in));
        memory.last = last;
        memory.recent = recent;
        return memory;
    }
}
