package io.barograph.sources.darshan.record;

/** What is summed of the floating-point counters of a module's records, in seconds. */
public enum SummedTimeCounter {
    READ,
    WRITE,
    METADATA
}
