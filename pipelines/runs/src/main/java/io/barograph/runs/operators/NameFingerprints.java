package io.barograph.runs.operators;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import org.apache.avro.SchemaNormalization;
import org.apache.flink.api.common.typeinfo.PrimitiveArrayTypeInfo;
import org.apache.flink.api.common.typeinfo.TypeInformation;

/**
 * Remembers names by 8 bytes each, their CRC-64-AVRO, with the time until which each is remembered: two of a million names
 * are confused with a chance of one in 37 million.
 */
final class NameFingerprints {
    /** Keys over which names are spread, so that those of one key can be kept together. */
    private static final int BUCKETS = 1_024;

    private static final long DAY = Duration.ofDays(1).toMillis();
    private static final int FIELDS = 2;
    private static final long[] NONE = {};

    static final TypeInformation<long[]> TYPE = PrimitiveArrayTypeInfo.LONG_PRIMITIVE_ARRAY_TYPE_INFO;

    private NameFingerprints() {}

    static long of(String name) {
        return SchemaNormalization.fingerprint64(name.getBytes(StandardCharsets.UTF_8));
    }

    static int bucketOf(String name) {
        return (int) Math.floorMod(of(name), (long) BUCKETS);
    }

    /** The end of the day, at which what was to be remembered until then is forgotten. */
    static long endOfDay(long time) {
        return -Math.floorDiv(-time, DAY) * DAY;
    }

    /**
     * @param known what {@link #with} returned, or null
     * @return true if it is among them
     */
    static boolean contain(long[] known, long fingerprint) {
        for (int i = 0; known != null && i < known.length; i += FIELDS) {
            if (known[i] == fingerprint) {
                return true;
            }
        }
        return false;
    }

    /**
     * @param known what {@link #with} returned, or null
     * @param until how long it is to be remembered, milliseconds since the epoch
     */
    static long[] with(long[] known, long fingerprint, long until) {
        int size = known == null ? 0 : known.length;
        long[] more = Arrays.copyOf(known == null ? NONE : known, size + FIELDS);
        more[size] = fingerprint;
        more[size + 1] = until;
        return more;
    }

    /**
     * @param known what {@link #with} returned, or null
     * @param time milliseconds since the epoch
     * @return those that are remembered longer than that; null if there are none
     */
    static long[] after(long[] known, long time) {
        long[] left = known == null ? NONE : known.clone();
        int size = 0;
        for (int i = 0; i < left.length; i += FIELDS) {
            if (left[i + 1] > time) {
                left[size] = left[i];
                left[size + 1] = left[i + 1];
                size += FIELDS;
            }
        }
        return size == 0 ? null : Arrays.copyOf(left, size);
    }
}
