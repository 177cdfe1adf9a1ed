package io.barograph.jobs.replay;

import io.barograph.schemas.Topic;
import java.io.Serializable;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificRecord;

/**
 * Which results a replay emits, and which records it must read for them.
 *
 * @param from begin of the window, milliseconds since the epoch
 * @param to end of the window, inclusive, milliseconds since the epoch
 * @param lateness how long after its instant a sample may be published, milliseconds
 * @param climates where the climates of runs come from
 * @param fileSystem the only file system; empty for all
 */
public record ReplayScope(long from, long to, long lateness, Climates climates, String fileSystem)
        implements Serializable {
    /** Everything that is held, from an empty state on: what recordings are replayed with. */
    public static final ReplayScope EVERYTHING =
            new ReplayScope(Long.MIN_VALUE, Long.MAX_VALUE, 0, Climates.RECOMPUTED, "");

    /** Where the climates of runs come from. */
    public enum Climates {
        /** From the decisions that were kept at the time. */
        KEPT,
        /** From decisions that are taken again, over all the time that a climate reaches back. */
        RECOMPUTED
    }

    /** What the fine history of the curves reaches back. */
    private static final long WARM_UP = Duration.ofHours(6).toMillis();

    /** How far a climate reaches back. */
    private static final long CLIMATE = Duration.ofDays(90).toMillis();

    /** The baselines of probes and benchmarks, and the longest job. */
    private static final long BASELINE = Duration.ofDays(31).toMillis();

    /** A job that ended without a log is decided a day later. */
    private static final long LOGS = Duration.ofHours(25).toMillis();

    private static final long HALF_KERNEL = Duration.ofMinutes(5).toMillis();

    private static final Map<String, Long> BEFORE = Map.of(
            Topic.PROBE_TIMINGS.name(), BASELINE,
            Topic.BENCHMARK_RUNS.name(), BASELINE,
            Topic.JOB_EVENTS.name(), BASELINE,
            Topic.JOB_SUMMARIES.name(), LOGS,
            Topic.JOB_WEATHER.name(), CLIMATE);

    /**
     * @param to end of the window, inclusive
     * @param lateness how long after its instant a sample may be published
     * @param climates where the climates of runs come from
     */
    public static ReplayScope window(Instant from, Instant to, Duration lateness, Climates climates) {
        return new ReplayScope(from.toEpochMilli(), to.toEpochMilli(), lateness.toMillis(), climates, "");
    }

    /** @return the same for that one alone */
    public ReplayScope of(String name) {
        return new ReplayScope(from, to, lateness, climates, name);
    }

    /** @return true if there is no window: everything is read and emitted */
    public boolean isEverything() {
        return from == Long.MIN_VALUE;
    }

    /** @return time of the first of its records that is read, milliseconds since the epoch */
    public long readFrom(String topic) {
        if (isEverything() || topic.equals(Topic.SITE_EVENTS.name())) {
            return Long.MIN_VALUE; // what was declared holds until something else is
        }
        return from - (climates == Climates.RECOMPUTED ? CLIMATE : BEFORE.getOrDefault(topic, WARM_UP));
    }

    /** @return time of the last record that is read, milliseconds since the epoch */
    public long readTo() {
        return isEverything() ? Long.MAX_VALUE : to + lateness + HALF_KERNEL;
    }

    /**
     * @param time time of one of its records, milliseconds since the epoch
     * @return true if it is read
     */
    public boolean reads(String topic, long time) {
        return time >= readFrom(topic) && time <= readTo();
    }

    /** @return false if it belongs to another file system alone */
    public boolean reads(SpecificRecord record) {
        if (fileSystem.isEmpty()) {
            return true;
        }
        Schema.Field field = record.getSchema().getField("fileSystem");
        return field == null || fileSystem.equals(record.get(field.pos()));
    }

    /**
     * @param time decision or label of a result, milliseconds since the epoch
     * @return true if the result is emitted
     */
    public boolean contains(long time) {
        return time >= from && time <= to;
    }
}
