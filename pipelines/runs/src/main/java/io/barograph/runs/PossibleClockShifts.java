package io.barograph.runs;

import java.util.BitSet;
import java.util.function.LongUnaryOperator;

/**
 * The shifts between the clock of a run and that of the servers at which the run can have moved what it says, if it
 * dominated its file system. Two things must hold between its first and last access. A coverage factor cannot exceed 1:
 * all of its bytes lie in what the servers moved. And they moved about as much as at any shift, since one that cuts off
 * a part of the run loses more than it gains from neighbours.
 */
public final class PossibleClockShifts {
    /** Bytes that need not be found: what a cache answered, and metadata that one side counts. */
    static final double TOLERANCE = 0.02;

    /** Part of an interval of the run that need not be found: samples close intervals at any second of a run. */
    static final double PART_OF_INTERVAL = 0.75;

    private final BitSet possible;

    private PossibleClockShifts(BitSet possible) {
        this.possible = possible;
    }

    /**
     * @param bytes bytes of the run, according to Darshan
     * @param volume bytes of the servers in the run's window, by the shift of the window in milliseconds
     */
    public static PossibleClockShifts of(
            long bytes, double bytesPerInterval, ClockShifts shifts, LongUnaryOperator volume) {
        long[] moved = new long[ClockShifts.COUNT];
        long most = 0;
        for (int i = 0; i < ClockShifts.COUNT; i++) {
            moved[i] = volume.applyAsLong(shifts.millis(i));
            most = Math.max(most, moved[i]);
        }
        double least = Math.max((1 - TOLERANCE) * bytes, most - PART_OF_INTERVAL * bytesPerInterval);
        BitSet possible = new BitSet(ClockShifts.COUNT);
        for (int i = 0; i < ClockShifts.COUNT; i++) {
            possible.set(i, moved[i] >= least);
        }
        return new PossibleClockShifts(possible);
    }

    /** @return true if no shift explains the run */
    public boolean areNone() {
        return possible.isEmpty();
    }

    /** @return true if every shift explains the run: it says nothing */
    public boolean areAll() {
        return possible.cardinality() == ClockShifts.COUNT;
    }

    boolean contains(int shift) {
        return possible.get(shift);
    }
}
