package io.barograph.jobstats;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;

/**
 * What a job moved by the minute, in {@value #MAX_SLOTS} slots at most: when they are full, a slot becomes twice as long
 * and two become one. Minutes without traffic take no slot. A job with traffic in every minute of a week ends with slots of
 * 64 min.
 */
public final class TrafficCurve {
    /** Slots kept of one job; one takes 40 bytes. */
    public static final int MAX_SLOTS = 256;

    private static final int FIELDS = 5;
    private static final int OSTS = 4;

    private long minutesPerSlot = 1;
    private int size;

    /** Of each slot, in order of time: its number, bytes read, bytes written, metadata operations, most OSTs of a minute. */
    private long[] slots = {};

    /**
     * @param minute number of a minute since the epoch
     * @param osts OSTs that it moved bytes on in that minute, as far as they are known
     */
    public void add(long minute, JobTraffic moved, int osts) {
        long slot = Math.floorDiv(minute, minutesPerSlot);
        int at = place(slot);
        if (at == size || slots[at * FIELDS] != slot) {
            insert(at, slot);
        }
        slots[at * FIELDS + 1] += moved.readBytes();
        slots[at * FIELDS + 2] += moved.writeBytes();
        slots[at * FIELDS + 3] += moved.metadataOperations();
        slots[at * FIELDS + OSTS] = Math.max(slots[at * FIELDS + OSTS], osts);
        while (size > MAX_SLOTS) {
            halve();
        }
    }

    /** @return index of the first slot that is not before that one */
    private int place(long slot) {
        int low = 0;
        int high = size;
        while (low < high) {
            int middle = (low + high) / 2;
            if (slots[middle * FIELDS] < slot) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private void insert(int at, long slot) {
        if ((size + 1) * FIELDS > slots.length) {
            slots = Arrays.copyOf(slots, (size + 1 + size / 2) * FIELDS);
        }
        System.arraycopy(slots, at * FIELDS, slots, (at + 1) * FIELDS, (size - at) * FIELDS);
        Arrays.fill(slots, at * FIELDS, (at + 1) * FIELDS, 0);
        slots[at * FIELDS] = slot;
        size++;
    }

    private void halve() {
        minutesPerSlot *= 2;
        int kept = 0;
        for (int i = 0; i < size; i++) {
            long slot = Math.floorDiv(slots[i * FIELDS], 2L);
            if (kept > 0 && slots[(kept - 1) * FIELDS] == slot) {
                for (int field = 1; field < OSTS; field++) {
                    slots[(kept - 1) * FIELDS + field] += slots[i * FIELDS + field];
                }
                slots[(kept - 1) * FIELDS + OSTS] =
                        Math.max(slots[(kept - 1) * FIELDS + OSTS], slots[i * FIELDS + OSTS]);
            } else {
                System.arraycopy(slots, i * FIELDS, slots, kept * FIELDS, FIELDS);
                slots[kept * FIELDS] = slot;
                kept++;
            }
        }
        size = kept;
    }

    /** @return the first minute from there on with which a slot begins */
    public long slotFrom(long minute) {
        return -Math.floorDiv(-minute, minutesPerSlot) * minutesPerSlot;
    }

    /** @return the last minute up to there with which a slot begins */
    public long slotUntil(long minute) {
        return Math.floorDiv(minute, minutesPerSlot) * minutesPerSlot;
    }

    /**
     * @param from first minute
     * @param to minute after the last
     * @return what was moved in the slots that begin there
     */
    public JobTraffic moved(long from, long to) {
        JobTraffic sum = JobTraffic.NONE;
        int end = place(slotFrom(to) / minutesPerSlot);
        for (int i = place(slotFrom(from) / minutesPerSlot); i < end; i++) {
            sum = sum.plus(new JobTraffic(slots[i * FIELDS + 1], slots[i * FIELDS + 2], slots[i * FIELDS + 3]));
        }
        return sum;
    }

    /**
     * @param from first minute
     * @param to minute after the last
     * @return OSTs that bytes were moved on in the same minute, at most, in the slots that begin there; 0 if none were
     */
    public int osts(long from, long to) {
        long most = 0;
        int end = place(slotFrom(to) / minutesPerSlot);
        for (int i = place(slotFrom(from) / minutesPerSlot); i < end; i++) {
            most = Math.max(most, slots[i * FIELDS + OSTS]);
        }
        return (int) most;
    }

    int size() {
        return size;
    }

    public void writeTo(DataOutput out) throws IOException {
        out.writeLong(minutesPerSlot);
        out.writeInt(size);
        for (int i = 0; i < size * FIELDS; i++) {
            out.writeLong(slots[i]);
        }
    }

    public static TrafficCurve readFrom(DataInput in) throws IOException {
        TrafficCurve read = new TrafficCurve();
        read.minutesPerSlot = in.readLong();
        read.size = in.readInt();
        read.slots = new long[read.size * FIELDS];
        for (int i = 0; i < read.slots.length; i++) {
            read.slots[i] = in.readLong();
        }
        return read;
    }
}
