package io.barograph.lab.simulator.plan;

import java.time.Duration;

/**
 * A job that writes by the clock.
 *
 * @param fileSystem name of the file system; it writes to all of its OSTs
 * @param after start, after the begin of the site
 * @param period time from the begin of one checkpoint to that of the next
 * @param writing how long a checkpoint takes with nobody else
 * @param demand what its clients can ask of each OST, as a share of its bandwidth
 */
public record CheckpointJob(
        String fileSystem, Duration after, Duration lasting, Duration period, Duration writing, double demand) {
    public CheckpointJob {
        if (after.isNegative() || writing.toMillis() <= 0 || period.compareTo(writing) <= 0) {
            throw new IllegalArgumentException("a checkpoint job on " + fileSystem
                    + " needs after that is not negative, and a period longer than writing, and that at least 1 ms; not "
                    + after + ", " + period + " and " + writing);
        }
        if (lasting.compareTo(period) < 0) {
            throw new IllegalArgumentException("a checkpoint job on " + fileSystem + " must last at least one period ("
                    + period + "), not " + lasting);
        }
        if (!(demand > 0 && demand <= 1)) {
            throw new IllegalArgumentException(
                    "a checkpoint job on " + fileSystem + " needs a demand above 0 and at most 1, not " + demand);
        }
    }
}
