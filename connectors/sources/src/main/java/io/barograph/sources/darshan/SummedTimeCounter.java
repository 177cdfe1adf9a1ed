package io.barograph.sources.darshan;

/** What is summed of the floating-point counters of a module's records, in seconds. */
enum SummedTimeCounter {
    READ,
    WRITE,
    METADATA
}
