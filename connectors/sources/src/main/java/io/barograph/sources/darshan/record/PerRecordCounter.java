package io.barograph.sources.darshan.record;

/** Integer counters that say something of one record and mean nothing when added up. */
public enum PerRecordCounter {
    /** Highest offset read. */
    LAST_BYTE_READ,
    LAST_BYTE_WRITTEN,
    /** Of a record of all ranks: the rank with the least I/O time, and the bytes it moved. */
    FASTEST_RANK,
    FASTEST_RANK_BYTES,
    SLOWEST_RANK,
    SLOWEST_RANK_BYTES
}
