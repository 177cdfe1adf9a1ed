package io.barograph.lab.simulator.server;

import java.util.ArrayList;
import java.util.List;

/** What fills an OST: what was there at the start, what is written, what is allocated without being written. */
public final class OstSpace {
    private static final int BYTES_PER_KIBIBYTE = 1024;

    private final long capacityKibibytes;
    private final long usedAtStart;
    private final List<Allocation> allocations = new ArrayList<>();
    private long purged;

    /** Space that fills evenly. */
    public record Allocation(long startMicros, long fullMicros, long kibibytes) {
        public long kibibytesAt(long micros) {
            double part = (double) (micros - startMicros) / (fullMicros - startMicros);
            return Math.round(kibibytes * Math.max(0, Math.min(1, part)));
        }
    }

    public OstSpace(long capacityKibibytes, long usedAtStart) {
        this.capacityKibibytes = capacityKibibytes;
        this.usedAtStart = usedAtStart;
    }

    public long capacityKibibytes() {
        return capacityKibibytes;
    }

    public void add(Allocation allocation) {
        allocations.add(allocation);
    }

    public void remove(Allocation allocation) {
        allocations.remove(allocation);
    }

    /** Removes what has been written until no more than that is in use. */
    public void purgeTo(long kibibytes, long writtenBytes) {
        purged += Math.max(0, filesKibibytes(writtenBytes) - kibibytes);
    }

    /** @return space of files, KiB, without what is allocated */
    public long filesKibibytes(long writtenBytes) {
        return usedAtStart + writtenBytes / BYTES_PER_KIBIBYTE - purged;
    }

    public long usedKibibytes(long writtenBytes, long nowMicros) {
        long used = filesKibibytes(writtenBytes);
        for (Allocation allocation : allocations) {
            used += allocation.kibibytesAt(nowMicros);
        }
        return Math.min(used, capacityKibibytes);
    }
}
