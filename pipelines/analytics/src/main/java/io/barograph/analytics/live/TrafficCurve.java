package io.barograph.analytics.live;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a job moved by the minute, in {@value #MOST_SLOTS} slots at most: when they are full, a slot becomes twice as long
 * and two become one. Minutes without traffic take no slot. A job with traffic in every minute of a week ends with slots of
 * 64 min.
 */
public final class TrafficCurve {
    /** Slots kept of one job; one takes about 100 bytes. */
    public static final int MOST_SLOTS = 256;

    private long minutesPerSlot = 1;
    private final TreeMap<Long, JobTraffic> slots = new TreeMap<>();

    /**
     * @param minute number of a minute since the epoch
     * @param moved what was moved in it, besides what is known
     */
    public void add(long minute, JobTraffic moved) {
        slots.merge(Math.floorDiv(minute, minutesPerSlot), moved, JobTraffic::plus);
        while (slots.size() > MOST_SLOTS) {
            minutesPerSlot *= 2;
            Map<Long, JobTraffic> before = new TreeMap<>(slots);
            slots.clear();
            before.forEach((slot, traffic) -> slots.merge(Math.floorDiv(slot, 2), traffic, JobTraffic::plus));
        }
    }

    /**
     * @param minute number of a minute
     * @return the first minute from there on with which a slot begins
     */
    public long slotFrom(long minute) {
        return -Math.floorDiv(-minute, minutesPerSlot) * minutesPerSlot;
    }

    /**
     * @param minute number of a minute
     * @return the last minute up to there with which a slot begins
     */
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
        long first = slotFrom(from) / minutesPerSlot;
        long end = slotFrom(to) / minutesPerSlot;
        if (first < end) {
            for (JobTraffic traffic : slots.subMap(first, end).values()) {
                sum = sum.plus(traffic);
            }
        }
        return sum;
    }

    /** @return number of slots with traffic */
    int size() {
        return slots.size();
    }

    /** @return a copy that shares nothing mutable with this one */
    public TrafficCurve copy() {
        TrafficCurve copy = new TrafficCurve();
        copy.minutesPerSlot = minutesPerSlot;
        copy.slots.putAll(slots);
        return copy;
    }

    /**
     * @param out where to write
     * @throws IOException if that fails
     */
    public void writeTo(DataOutput out) throws IOException {
        out.writeLong(minutesPerSlot);
        out.writeInt(slots.size());
        for (Map.Entry<Long, JobTraffic> slot : slots.entrySet()) {
            out.writeLong(slot.getKey());
            slot.getValue().writeTo(out);
        }
    }

    /**
     * @param in where {@link #writeTo} wrote
     * @return the curve
     * @throws IOException if reading fails
     */
    public static TrafficCurve readFrom(DataInput in) throws IOException {
        TrafficCurve read = new TrafficCurve();
        read.minutesPerSlot = in.readLong();
        int count = in.readInt();
        for (int i = 0; i < count; i++) {
            read.slots.put(in.readLong(), JobTraffic.readFrom(in));
        }
        return read;
    }
}
