package io.barograph.contention;

import io.barograph.contention.event.TrackedEvent;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;

/**
 * What the probes said of the data operations of a file system in the last hours: the largest live slowdown of each minute.
 *
 * <p>Size: {@value #MAX} minutes, 12 h; 4 bytes each.
 */
final class SlowdownHistory {
    static final int MAX = 720;

    private static final long MINUTE = 60_000;

    private final float[] worst = new float[MAX];
    private long newest = TrackedEvent.NONE;

    SlowdownHistory() {
        Arrays.fill(worst, Float.NaN);
    }

    /** @param time instant, milliseconds since the epoch; not earlier than the one before */
    void add(long time, double slowdown) {
        long minute = Math.floorDiv(time, MINUTE);
        long first = newest == TrackedEvent.NONE ? minute : Math.max(newest + 1, minute - MAX + 1);
        for (long number = first; number <= minute; number++) {
            worst[slot(number)] = Float.NaN;
        }
        newest = minute;
        if (!(worst[slot(minute)] >= slowdown)) {
            worst[slot(minute)] = (float) slowdown;
        }
    }

    /**
     * @param from begin, milliseconds since the epoch
     * @return part of the minutes that the span touches in which the slowdown reached the limit, of those that a probe
     *     reported; NaN if none reported them, or nothing is held of them
     */
    double reached(double limit, long from, long to) {
        if (newest == TrackedEvent.NONE) {
            return Double.NaN;
        }
        int known = 0;
        int reached = 0;
        long last = Math.min(newest, Math.floorDiv(to, MINUTE));
        for (long number = Math.max(newest - MAX + 1, Math.floorDiv(from, MINUTE)); number <= last; number++) {
            double value = worst[slot(number)];
            known += Double.isNaN(value) ? 0 : 1;
            reached += value >= limit ? 1 : 0;
        }
        return (double) reached / known;
    }

    private static int slot(long minute) {
        return (int) Math.floorMod(minute, (long) MAX);
    }

    void writeTo(DataOutput out) throws IOException {
        out.writeLong(newest);
        for (float value : worst) {
            out.writeFloat(value);
        }
    }

    static SlowdownHistory readFrom(DataInput in) throws IOException {
        SlowdownHistory history = new SlowdownHistory();
        history.newest = in.readLong();
        for (int i = 0; i < MAX; i++) {
            history.worst[i] = in.readFloat();
        }
        return history;
    }
}
