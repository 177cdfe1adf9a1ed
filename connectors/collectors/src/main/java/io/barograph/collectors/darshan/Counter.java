package io.barograph.collectors.darshan;

/** What is summed of the integer counters of a module's records. */
enum Counter {
    READ_BYTES,
    WRITE_BYTES,
    READS,
    WRITES,
    OPENS,
    STATS,
    SEEKS
}
