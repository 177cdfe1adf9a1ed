package io.barograph.lab.bench;

/** How large a benchmark is. */
enum BenchScale {
    /** Minutes: whether it runs, and roughly how fast. */
    QUICK,
    /** What is reported. */
    FULL
}
