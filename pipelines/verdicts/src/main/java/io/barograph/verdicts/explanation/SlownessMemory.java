package io.barograph.verdicts.explanation;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * How slow the runs before were: sums of their losses that fade with three time constants, so that they take 64 bytes
 * whatever their number. One for each motif and one for its file system; what they differ by are the other motifs.
 */
final class SlownessMemory {
    /** Time constants, hours. */
    static final double[] HOURS = {1, 6, 24};

    private static final double MILLIS_OF_HOUR = 3_600_000;

    private final double[] losses = new double[HOURS.length];
    private final double[] weights = new double[HOURS.length];
    private long time = Long.MIN_VALUE;

    private double faded(int constant, long now) {
        return time == Long.MIN_VALUE ? 0 : Math.exp(-Math.max(0, now - time) / (HOURS[constant] * MILLIS_OF_HOUR));
    }

    /**
     * @param constant place in {@link #HOURS}
     * @param now milliseconds since the epoch
     * @return mean loss of the other runs, weighted by their age, drawn to 0 as by one run without loss
     */
    double meanWithout(int constant, SlownessMemory part, long now) {
        double fade = faded(constant, now);
        double partFade = part.faded(constant, now);
        double weight = Math.max(0, fade * weights[constant] - partFade * part.weights[constant]);
        return (fade * losses[constant] - partFade * part.losses[constant]) / (weight + 1);
    }

    void add(double loss, long now) {
        for (int i = 0; i < HOURS.length; i++) {
            double fade = faded(i, now);
            losses[i] = fade * losses[i] + loss;
            weights[i] = fade * weights[i] + 1;
        }
        time = Math.max(time, now);
    }

    void writeTo(DataOutput out) throws IOException {
        out.writeLong(time);
        for (int i = 0; i < HOURS.length; i++) {
            out.writeDouble(losses[i]);
            out.writeDouble(weights[i]);
        }
    }

    static SlownessMemory readFrom(DataInput in) throws IOException {
        SlownessMemory memory = new SlownessMemory();
        memory.time = in.readLong();
        for (int i = 0; i < HOURS.length; i++) {
            memory.losses[i] = in.readDouble();
            memory.weights[i] = in.readDouble();
        }
        return memory;
    }
}
