package io.barograph.sources.darshan.record;

/** Floating-point counters likewise: times since the run's start in seconds, and a variance. */
public enum PerRecordTimeCounter {
    READ_START,
    READ_END,
    WRITE_START,
    WRITE_END,
    /** Variance of the bytes that each rank moved. */
    RANK_BYTES_VARIANCE
}
