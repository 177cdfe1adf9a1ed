package io.barograph.contention;

import io.barograph.schemas.BinaryCollections;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.BitSet;

/**
 * In which minutes of the last hours probes have told of the data operations of a file system.
 *
 * <p>Size: {@value #MAX} minutes, 12 h; one bit each.
 */
final class ProbedMinutes {
    static final int MAX = 720;

    private static final long MINUTE = 60_000;

    /** By minute modulo {@link #MAX}. */
    private final BitSet probed = new BitSet(MAX);

    private long newest;

    /** @param time instant of a result, milliseconds since the epoch; not earlier than the one before */
    void add(long time) {
        long minute = Math.floorDiv(time, MINUTE);
        for (long passed = Math.max(newest + 1, minute - MAX + 1); passed < minute; passed++) {
            probed.clear(slot(passed));
        }
        probed.set(slot(minute));
        newest = minute;
    }

    /**
     * @param from begin, milliseconds since the epoch
     * @return part of the minutes that the span touches
     */
    double part(long from, long to) {
        long first = Math.floorDiv(from, MINUTE);
        long last = Math.floorDiv(to, MINUTE);
        int known = 0;
        for (long minute = Math.max(first, newest - MAX + 1); minute <= Math.min(last, newest); minute++) {
            known += probed.get(slot(minute)) ? 1 : 0;
        }
        return (double) known / (last - first + 1);
    }

    private static int slot(long minute) {
        return (int) Math.floorMod(minute, (long) MAX);
    }

    void writeTo(DataOutput out) throws IOException {
        out.writeLong(newest);
        BinaryCollections.write(probed.stream().boxed().toList(), out, (slot, to) -> to.writeShort(slot));
    }

    static ProbedMinutes readFrom(DataInput in) throws IOException {
        ProbedMinutes minutes = new ProbedMinutes();
        minutes.newest = in.readLong();
        BinaryCollections.read(in, DataInput::readShort, minutes.probed::set);
        return minutes;
    }
}
