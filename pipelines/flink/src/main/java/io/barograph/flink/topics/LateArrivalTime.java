package io.barograph.flink.topics;

import io.barograph.schemas.JobSamples;
import io.barograph.schemas.ProbeTiming;
import io.barograph.schemas.ServerPoll;
import java.time.Duration;
import java.time.Instant;
import org.apache.avro.specific.SpecificRecord;

/**
 * When a record came that came behind the watermark: it travels in the record, so that what counts depends on the input
 * and not on a race with the watermark, and is the same when it is read again.
 */
public final class LateArrivalTime {
    /** The record did not come behind the watermark. */
    public static final long IN_TIME = RawRecord.IN_TIME;

    /**
     * How far a record may lie behind others without being late: less than 10 s. If a record that is exactly 10 s behind were
     * in time, event time would stop a millisecond short of the end of an interval, and each result of samples that come
     * every five seconds sharp would wait for one more sample.
     */
    public static final Duration OUT_OF_ORDERNESS = Duration.ofSeconds(10).minusMillis(1);

    private LateArrivalTime() {}

    /**
     * Writes it into a record, in place of what a collector may have written there.
     *
     * @param arrivedAt event time that it came at, milliseconds since the epoch; or {@link #IN_TIME}
     */
    public static void stamp(SpecificRecord record, long arrivedAt) {
        Instant arrived = arrivedAt == IN_TIME ? null : Instant.ofEpochMilli(arrivedAt);
        if (record instanceof ServerPoll poll) {
            poll.setArrivedAt(arrived);
        } else if (record instanceof ProbeTiming timing) {
            timing.setArrivedAt(arrived);
        } else if (record instanceof JobSamples samples) {
            samples.setArrivedAt(arrived);
        }
    }

    /** @return event time that it came at, milliseconds since the epoch; or {@link #IN_TIME} */
    public static long of(Instant arrivedAt) {
        return arrivedAt == null ? IN_TIME : arrivedAt.toEpochMilli();
    }

    /**
     * @param publishedAt when the collector published a record, by its own clock
     * @param arrivedAt when it came, if it came behind the watermark; else null
     * @return from when on it can be known, milliseconds since the epoch
     */
    public static long knownAt(Instant publishedAt, Instant arrivedAt) {
        return Math.max(publishedAt.toEpochMilli(), of(arrivedAt));
    }
}
