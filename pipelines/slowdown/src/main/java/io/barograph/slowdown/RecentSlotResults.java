package io.barograph.slowdown;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The slots of the last minutes of one operation on one file system: those of the sliding window of the live slowdown and
 * of the minutes that are not over. Two slots of one prober (host and directory) at the same instant are one slot.
 *
 * <p>They are held by second, so that a window costs what lies in it, however far the newest slots are ahead of it.
 */
public final class RecentSlotResults {
    private static final long SECOND = 1_000;

    private final TreeMap<Long, List<SlotResult>> seconds = new TreeMap<>();
    private int size;

    /** @return false if it is known already */
    public boolean add(SlotResult result) {
        List<SlotResult> second =
                seconds.computeIfAbsent(Math.floorDiv(result.millis(), SECOND), unused -> new ArrayList<>());
        for (SlotResult known : second) {
            if (known.isSlotOf(result)) {
                return false;
            }
        }
        second.add(result);
        size++;
        return true;
    }

    /**
     * @param from begin, inclusive, milliseconds since the epoch
     * @param to end, exclusive
     */
    public ProbeInterval between(long from, long to) {
        ProbeInterval interval = new ProbeInterval();
        for (List<SlotResult> second : seconds.subMap(
                        Math.floorDiv(from, SECOND), true, Math.floorDiv(to, SECOND), true)
                .values()) {
            for (SlotResult result : second) {
                if (result.millis() >= from && result.millis() < to) {
                    interval.add(result, false);
                }
            }
        }
        return interval;
    }

    /**
     * @param from begin, inclusive, milliseconds since the epoch
     * @param to end, exclusive
     * @return hashes of the slots in between ({@link SlotResult#slotHash})
     */
    public int[] hashesBetween(long from, long to) {
        return seconds.subMap(Math.floorDiv(from, SECOND), true, Math.floorDiv(to, SECOND), true).values().stream()
                .flatMap(List::stream)
                .filter(result -> result.millis() >= from && result.millis() < to)
                .mapToInt(SlotResult::slotHash)
                .toArray();
    }

    /**
     * @param before observations before it are no longer needed, milliseconds since the epoch
     * @return how many there were
     */
    public int forget(long before) {
        int known = size;
        Map<Long, List<SlotResult>> earlier = seconds.headMap(Math.floorDiv(before, SECOND), true);
        for (List<SlotResult> second : earlier.values()) {
            size -= second.size();
            second.removeIf(result -> result.millis() < before);
            size += second.size();
        }
        earlier.values().removeIf(List::isEmpty);
        return known - size;
    }

    /** @return all of them, by second */
    public List<SlotResult> all() {
        List<SlotResult> all = new ArrayList<>(size);
        seconds.values().forEach(all::addAll);
        return all;
    }

    /** @return how many there are */
    public int size() {
        return size;
    }

    /** @return instant of the newest slot, milliseconds since the epoch; {@code Long.MIN_VALUE} if there is none */
    public long newest() {
        long newest = Long.MIN_VALUE;
        if (!seconds.isEmpty()) {
            for (SlotResult result : seconds.lastEntry().getValue()) {
                newest = Math.max(newest, result.millis());
            }
        }
        return newest;
    }
}
