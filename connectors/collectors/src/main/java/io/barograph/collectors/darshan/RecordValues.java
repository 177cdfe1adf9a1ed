package io.barograph.collectors.darshan;

import java.util.Map;

/**
 * The counters of one file record that it has.
 *
 * @param counters without those that were not recorded
 * @param seconds without those that were not recorded
 */
record RecordValues(Map<Counter, Long> counters, Map<TimeCounter, Double> seconds) {
    /** @return whether the run moved bytes of the file or opened it; a file that was only looked at is not in use */
    boolean inUse() {
        return counters.getOrDefault(Counter.READ_BYTES, 0L) > 0
                || counters.getOrDefault(Counter.WRITE_BYTES, 0L) > 0
                || counters.getOrDefault(Counter.OPENS, 0L) > 0;
    }
}
