package io.barograph.jobs.publish;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import org.apache.avro.SchemaNormalization;

/** Timestamps of points, nanoseconds since the epoch. */
final class PointTimes {
    private static final long MAX_SPREAD_NANOS = 1_000_000;

    private PointTimes() {}

    static long ofMillis(Instant time) {
        return TimeUnit.MILLISECONDS.toNanos(time.toEpochMilli());
    }

    static long exact(Instant time) {
        return Math.addExact(TimeUnit.SECONDS.toNanos(time.getEpochSecond()), time.getNano());
    }

    /** Below 1 ms, by which points of the same time stay apart: the same for an identity on every machine. */
    static long spread(String identity) {
        return spread(identity, MAX_SPREAD_NANOS);
    }

    /** CRC-64-AVRO of the identity, below a limit. */
    static long spread(String identity, long limit) {
        return Long.remainderUnsigned(
                SchemaNormalization.fingerprint64(identity.getBytes(StandardCharsets.UTF_8)), limit);
    }
}
