package io.barograph.sources.darshan.log;

import io.barograph.sources.darshan.record.RecordValues;
import io.barograph.sources.darshan.record.SummedCounter;
import io.barograph.sources.darshan.record.SummedTimeCounter;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Adds file records up. */
final class IoSum {
    private final Map<SummedCounter, Long> counters = new EnumMap<>(SummedCounter.class);
    private final Map<SummedTimeCounter, Double> seconds = new EnumMap<>(SummedTimeCounter.class);
    private final Set<Long> files = new HashSet<>();

    /** @throws ArithmeticException if a sum does not fit, which only damage can bring about */
    void add(RecordValues values) {
        files.add(values.file());
        values.counters().forEach((counter, value) -> counters.merge(counter, value, Math::addExact));
        values.seconds().forEach((time, value) -> seconds.merge(time, value, Double::sum));
    }

    /** @return counters that at least one record has */
    Set<SummedCounter> recorded() {
        return counters.keySet();
    }

    IoTotals totals() {
        return new IoTotals(new EnumMap<>(counters), new EnumMap<>(seconds), files.size());
    }
}
