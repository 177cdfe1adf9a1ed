package io.barograph.influxdb;

/** What a server's answer to a write means for the lines in it. */
enum WriteOutcome {
    /** All lines are stored. */
    OK,
    /** Some lines are refused, the others are stored. */
    PARTIAL,
    /** The server is overloaded or ill: the same request may succeed later. */
    RETRY,
    /** At least one line is refused; nothing is known of the others. */
    REJECT_BATCH,
    /** The request is larger than the server accepts. */
    TOO_LARGE,
    /** No request will succeed until address, credentials or database are put right. */
    MISCONFIGURED
}
