package io.barograph.analytics.coverage;

import java.util.BitSet;
import java.util.function.LongUnaryOperator;

/**
 * The shifts between the clock of a run and that of the servers at which the run can have moved what it says: a coverage
 * factor cannot exceed 1, so all of its bytes must lie in what the servers moved between its first and last access.
 * Neighbours make more shifts possible, never fewer; the true one stays among them.
 */
public final class PossibleShifts {
    /** Bytes that need not be found: what a cache answered, and metadata that one side counts. */
    static final double TOLERANCE = 0.02;

    private final BitSet possible;

    private PossibleShifts(BitSet possible) {
        this.possible = possible;
    }

    /**
     * @param bytes bytes of the run, according to Darshan
     * @param shifts shifts to try
     * @param volume bytes of the servers in the run's window, by the shift of the window in milliseconds
     * @return those of them that are possible
     */
    public static PossibleShifts of(long bytes, Shifts shifts, LongUnaryOperator volume) {
        BitSet possible = new BitSet(Shifts.COUNT);
        for (int i = 0; i < Shifts.COUNT; i++) {
            possible.set(i, volume.applyAsLong(shifts.millis(i)) >= (1 - TOLERANCE) * bytes);
        }
        return new PossibleShifts(possible);
    }

    /** @return true if no shift explains the run */
    public boolean areNone() {
        return possible.isEmpty();
    }

    /** @return true if every shift explains the run: it says nothing */
    public boolean areAll() {
        return possible.cardinality() == Shifts.COUNT;
    }

    boolean contains(int shift) {
        return possible.get(shift);
    }
}
