package io.barograph.collectors.darshan;

import java.util.EnumMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Adds file records up. */
final class IoSum {
    private final Map<Counter, Long> counters = new EnumMap<>(Counter.class);
    private final Map<TimeCounter, Double> seconds = new EnumMap<>(TimeCounter.class);
    private final Set<Long> files = new HashSet<>();

    /**
     * @param file the record's identity
     * @param values what the record has
     * @throws ArithmeticException if a sum does not fit, which only damage can bring about
     */
    void add(long file, RecordValues values) {
        files.add(file);
        values.counters().forEach((counter, value) -> counters.merge(counter, value, Math::addExact));
        values.seconds().forEach((time, value) -> seconds.merge(time, value, Double::sum));
    }

    /** @return counters that at least one record has */
    Set<Counter> recorded() {
        return counters.keySet();
    }

    IoTotals totals() {
        return new IoTotals(
                counters.get(Counter.READ_BYTES),
                counters.get(Counter.WRITE_BYTES),
                counters.get(Counter.READS),
                counters.get(Counter.WRITES),
                counters.get(Counter.OPENS),
                counters.get(Counter.STATS),
                counters.get(Counter.SEEKS),
                seconds.get(TimeCounter.READ),
                seconds.get(TimeCounter.WRITE),
                seconds.get(TimeCounter.METADATA),
                files.size());
    }
}
