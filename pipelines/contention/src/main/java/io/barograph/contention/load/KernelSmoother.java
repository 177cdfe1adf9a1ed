package io.barograph.contention.load;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;

/**
 * Weighted sums around each interval that the newest value still reaches, interval by interval. Intervals go by their
 * number since the epoch. A value is added to the sums of all intervals that it concerns, in order of time, so that equal
 * values give equal sums.
 */
final class KernelSmoother {
    private final HannKernel kernel;
    private final int half;
    private final double[] kernelWeights;
    private final double allWeight;

    /** By interval modulo the number of taps, from newest - half to newest + half. */
    private final double[] sums;

    private final double[] weights;

    /** NaN if unknown. */
    private final double[] values;

    private long newest;

    KernelSmoother(HannKernel kernel) {
        this.kernel = kernel;
        half = kernel.half();
        kernelWeights = kernel.weights();
        allWeight = Arrays.stream(kernelWeights).reduce(0, Double::sum);
        sums = new double[kernelWeights.length];
        weights = new double[kernelWeights.length];
        values = new double[kernelWeights.length];
    }

    /** Begins anew with the next interval. */
    void startBefore(long interval) {
        Arrays.fill(sums, 0);
        Arrays.fill(weights, 0);
        Arrays.fill(values, Double.NaN);
        newest = interval - 1;
    }

    /** Takes the value of the interval after the newest; NaN if it is unknown. Nothing comes to newest - half any more. */
    void add(double value) {
        newest++;
        int entering = slot(newest + half);
        sums[entering] = 0;
        weights[entering] = 0;
        values[entering] = Double.NaN;
        values[slot(newest)] = value;
        if (!Double.isNaN(value)) {
            for (int m = 0; m < kernelWeights.length; m++) {
                int slot = slot(newest + half - m);
                sums[slot] += kernelWeights[m] * value;
                weights[slot] += kernelWeights[m];
            }
        }
    }

    private int slot(long interval) {
        return (int) Math.floorMod(interval, (long) sums.length);
    }

    HannKernel kernel() {
        return kernel;
    }

    int half() {
        return half;
    }

    long newest() {
        return newest;
    }

    /** The value of an interval from newest - half to newest. */
    double value(long interval) {
        return values[slot(interval)];
    }

    /** The mean of what is known around an interval; NaN if that is too little. */
    double smoothed(long interval) {
        return isKnown(interval) ? sums[slot(interval)] / weights[slot(interval)] : Double.NaN;
    }

    /** What the smoothed value will be at least, since values are not negative; 0 if too little is known. */
    double atLeast(long interval) {
        return isKnown(interval) ? sums[slot(interval)] / allWeight : 0;
    }

    /** Exactly half of the weight is enough, also after rounding: with three taps one lost value leaves so much. */
    private boolean isKnown(long interval) {
        return weights[slot(interval)] >= allWeight / 2 * (1 - TransientRecogniser.SAME);
    }

    void writeTo(DataOutput out) throws IOException {
        out.writeLong(kernel.window().toMillis());
        out.writeLong(kernel.interval().toMillis());
        out.writeLong(newest);
        for (int slot = 0; slot < sums.length; slot++) {
            out.writeDouble(sums[slot]);
            out.writeDouble(weights[slot]);
            out.writeDouble(values[slot]);
        }
    }

    static KernelSmoother readFrom(DataInput in) throws IOException {
        KernelSmoother smoother =
                new KernelSmoother(new HannKernel(Duration.ofMillis(in.readLong()), Duration.ofMillis(in.readLong())));
        smoother.newest = in.readLong();
        for (int slot = 0; slot < smoother.sums.length; slot++) {
            smoother.sums[slot] = in.readDouble();
            smoother.weights[slot] = in.readDouble();
            smoother.values[slot] = in.readDouble();
        }
        return smoother;
    }
}
