package io.barograph.contention.load;

import java.io.Serializable;
import java.time.Duration;

/**
 * What load is high against.
 *
 * @param days whole days before today that the climate reaches back
 * @param shortest a climate of less known time is too young: thresholds are the fallbacks, and provisional
 * @param bytesPerSecond threshold for reading and writing while the climate is too young
 * @param metadataPerSecond threshold for metadata operations while the climate is too young
 */
public record LoadPolicy(int days, Duration shortest, double bytesPerSecond, double metadataPerSecond)
        implements Serializable {
    public static final int MAX_DAYS = 366;

    /** No threshold is lower than this part of the fallback: on an idle system any load would be above the climate. */
    public static final double MIN_PART = 0.01;

    /**
     * 30 days, of which 24 h must be known; 1 GB/s as on Franklin (CUG 2010, section 7), and 2,000 metadata operations a
     * second, which the one metadata server of Edison's scratch1 exceeded in about 1 % of the intervals of the morning of
     * 2018-02-09.
     */
    public static final LoadPolicy DEFAULT = new LoadPolicy(30, Duration.ofHours(24), 1e9, 2_000);

    public LoadPolicy {
        if (days < 1 || days > MAX_DAYS) {
            throw new IllegalArgumentException("days must be 1 to " + MAX_DAYS + ", not " + days);
        }
        if (shortest.isNegative() || shortest.compareTo(Duration.ofDays(days)) > 0) {
            throw new IllegalArgumentException("shortest must be a time within the " + days + " days, not " + shortest);
        }
        if (!(bytesPerSecond > 0 && metadataPerSecond > 0)) {
            throw new IllegalArgumentException("bytesPerSecond and metadataPerSecond must be above zero, not "
                    + bytesPerSecond + " and " + metadataPerSecond);
        }
    }

    /** @return its threshold while the climate is too young, per second */
    public double fallback(LoadKind load) {
        return load == LoadKind.METADATA ? metadataPerSecond : bytesPerSecond;
    }
}
