package io.barograph.sources.darshan.record;

import java.util.Map;

/**
 * What one file record has. Maps are without what was not recorded.
 *
 * @param rank the rank whose record it is; {@value #ALL_RANKS} if it stands for all ranks
 * @param details counters about this record alone
 */
public record RecordValues(
        long file,
        long rank,
        Map<SummedCounter, Long> counters,
        Map<SummedTimeCounter, Double> seconds,
        Map<PerRecordCounter, Long> details,
        Map<PerRecordTimeCounter, Double> timeDetails) {
    public static final long ALL_RANKS = -1;

    /** @return whether the run moved bytes of the file or opened it; a file that was only looked at is not in use */
    public boolean inUse() {
        return bytes() > 0 || counter(SummedCounter.OPENS) > 0;
    }

    /** @return the counter; 0 if it was not recorded */
    public long counter(SummedCounter counter) {
        return counters.getOrDefault(counter, 0L);
    }

    public long bytes() {
        return Math.addExact(counter(SummedCounter.READ_BYTES), counter(SummedCounter.WRITE_BYTES));
    }

    public long requests() {
        return Math.addExact(counter(SummedCounter.READS), counter(SummedCounter.WRITES));
    }
}
