package io.barograph.sources.darshan.log;

import io.barograph.sources.darshan.record.SummedCounter;
import io.barograph.sources.darshan.record.SummedTimeCounter;
import java.util.EnumMap;
import java.util.Map;

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
}
