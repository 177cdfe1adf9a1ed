package io.barograph.sources.darshan.record;

/** What is summed of the integer counters of a module's records. */
public enum SummedCounter {
    READ_BYTES,
    WRITE_BYTES,
    READS,
    WRITES,
    OPENS,
    STATS,
    SEEKS,
    SYNCS,
    /** Less than 1 KiB. */
    SMALL_READS,
    SMALL_WRITES,
    SEQUENTIAL_READS,
    SEQUENTIAL_WRITES,
    CONSECUTIVE_READS,
    CONSECUTIVE_WRITES,
    COLLECTIVE_READS,
    COLLECTIVE_WRITES,
    INDEPENDENT_READS,
    INDEPENDENT_WRITES
}
