package io.barograph.sources.jobstats;

/**
 * What is remembered of a target's jobs from one poll to the next: 64 bits that stand for the id, and 64 that stand for
 * its counters. At most {@value #MAX_JOBS} jobs of a target are remembered, which takes 2 MiB.
 */
final class JobFingerprints {
    static final int MAX_JOBS = 65_536;

    private static final int FIRST_CAPACITY = 64;

    private long[] ids = new long[FIRST_CAPACITY];
    private long[] counters = new long[FIRST_CAPACITY];
    private int size;

    /** @return what stands for it; never 0 */
    static long of(String id) {
        long hash = id.length();
        for (int i = 0; i < id.length(); i++) {
            hash = mix(hash + id.charAt(i));
        }
        return hash == 0 ? 1 : hash;
    }

    /** Spreads a change of any bit over all bits (finaliser of SplitMix64, Steele, Lea and Flood 2014). */
    static long mix(long value) {
        long mixed = value + 0x9e3779b97f4a7c15L;
        mixed = (mixed ^ (mixed >>> 30)) * 0xbf58476d1ce4e5b9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94d049bb133111ebL;
        return mixed ^ (mixed >>> 31);
    }

    /** @return true if the job was remembered with just these counters */
    boolean has(long id, long fingerprint) {
        int slot = slot(ids, id);
        return ids[slot] == id && counters[slot] == fingerprint;
    }

    void remember(long id, long fingerprint) {
        int slot = slot(ids, id);
        if (ids[slot] == 0) {
            if (size == MAX_JOBS) {
                return;
            }
            size++;
            if (2 * size > ids.length) {
                grow();
                slot = slot(ids, id);
            }
        }
        ids[slot] = id;
        counters[slot] = fingerprint;
    }

    int size() {
        return size;
    }

    private static int slot(long[] ids, long id) {
        int slot = (int) id & (ids.length - 1);
        while (ids[slot] != 0 && ids[slot] != id) {
            slot = (slot + 1) & (ids.length - 1);
        }
        return slot;
    }

    private void grow() {
        long[] oldIds = ids;
        long[] oldCounters = counters;
        ids = new long[2 * oldIds.length];
        counters = new long[2 * oldIds.length];
        for (int i = 0; i < oldIds.length; i++) {
            if (oldIds[i] != 0) {
                int slot = slot(ids, oldIds[i]);
                ids[slot] = oldIds[i];
                counters[slot] = oldCounters[i];
            }
        }
    }
}
