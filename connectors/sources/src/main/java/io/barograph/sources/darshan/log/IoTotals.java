package io.barograph.sources.darshan.log;

import io.barograph.sources.darshan.record.RecordValues;
import io.barograph.sources.darshan.record.SummedCounter;
import io.barograph.sources.darshan.record.SummedTimeCounter;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Sums over file records. What no record has is absent. */
public record IoTotals(Map<SummedCounter, Long> counters, Map<SummedTimeCounter, Double> seconds, long files) {
    /** @return the sum; null if no record has the counter */
    public Long get(SummedCounter counter) {
        return counters.get(counter);
    }

    /** @return the sum, seconds; null if no record has it */
    public Double get(SummedTimeCounter time) {
        return seconds.get(time);
    }

    /** @return the sum; 0 if no record has the counter */
    public long orZero(SummedCounter counter) {
        return counters.getOrDefault(counter, 0L);
    }

    public long bytes() {
        return orZero(SummedCounter.READ_BYTES) + orZero(SummedCounter.WRITE_BYTES);
    }

    /** @return sums over the files of both */
    public IoTotals plus(IoTotals other) {
        Map<SummedCounter, Long> bothCounters = new EnumMap<>(SummedCounter.class);
        bothCounters.putAll(counters);
        other.counters.forEach((counter, value) -> bothCounters.merge(counter, value, Math::addExact));
        Map<SummedTimeCounter, Double> bothSeconds = new EnumMap<>(SummedTimeCounter.class);
        bothSeconds.putAll(seconds);
        other.seconds.forEach((time, value) -> bothSeconds.merge(time, value, Double::sum));
        return new IoTotals(bothCounters, bothSeconds, files + other.files);
    }

    /** Adds file records up. */
    static final class Sum {
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
}
