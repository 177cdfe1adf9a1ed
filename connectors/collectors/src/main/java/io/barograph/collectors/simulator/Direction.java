package io.barograph.collectors.simulator;

/** Where bytes go. */
enum Direction {
    READ,
    WRITE
}
