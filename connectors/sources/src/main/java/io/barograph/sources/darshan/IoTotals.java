package io.barograph.sources.darshan;

import java.util.EnumMap;
import java.util.Map;

/**
 * Sums over file records. What no record has is absent.
 *
 * @param counters sums of integer counters
 * @param seconds sums of times over ranks
 * @param files distinct files
 */
record IoTotals(Map<Counter, Long> counters, Map<TimeCounter, Double> seconds, long files) {

    /** @return the sum; null if no record has the counter */
    Long get(Counter counter) {
        return counters.get(counter);
    }

    /** @return the sum, seconds; null if no record has it */
    Double get(TimeCounter time) {
        return seconds.get(time);
    }

    /** @return the sum; 0 if no record has the counter */
    long orZero(Counter counter) {
        return counters.getOrDefault(counter, 0L);
    }

    /** @return bytes read and written */
    long bytes() {
        return orZero(Counter.READ_BYTES) + orZero(Counter.WRITE_BYTES);
    }

    /**
     * @param other sums over other files
     * @return sums over the files of both
     */
    IoTotals plus(IoTotals other) {
        Map<Counter, Long> bothCounters = new EnumMap<>(Counter.class);
        bothCounters.putAll(counters);
        other.counters.forEach((counter, value) -> bothCounters.merge(counter, value, Math::addExact));
        Map<TimeCounter, Double> bothSeconds = new EnumMap<>(TimeCounter.class);
        bothSeconds.putAll(seconds);
        other.seconds.forEach((time, value) -> bothSeconds.merge(time, value, Double::sum));
        return new IoTotals(bothCounters, bothSeconds, files + other.files);
    }
}
