package io.barograph.sources.darshan.log;

import io.barograph.sources.darshan.record.RecordValues;
import io.barograph.sources.darshan.record.SummedCounter;
import io.barograph.sources.darshan.record.SummedTimeCounter;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificRecord;

/** Sums over file records. What no record has is absent. */
public record IoTotals(Map<SummedCounter, Long> counters, Map<SummedTimeCounter, Double> seconds, long files) {
    /** Sets those fields of a record that are called like the sums; what no file record has stays as it is. */
    void copyTo(SpecificRecord use) {
        counters.forEach((counter, sum) -> set(use, counter.field(), sum));
        seconds.forEach((time, sum) -> set(use, time.field(), sum));
    }

    /** The record of a file system has fewer fields than that of a module. */
    private static void set(SpecificRecord use, String name, Object sum) {
        Schema.Field field = use.getSchema().getField(name);
        if (field != null) {
            use.put(field.pos(), sum);
        }
    }

    public long bytes() {
        return counters.getOrDefault(SummedCounter.READ_BYTES, 0L)
                + counters.getOrDefault(SummedCounter.WRITE_BYTES, 0L);
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

        IoTotals totals() {
            return new IoTotals(new EnumMap<>(counters), new EnumMap<>(seconds), files.size());
        }
    }
}
