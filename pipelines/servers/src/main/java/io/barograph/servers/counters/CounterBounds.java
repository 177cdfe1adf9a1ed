package io.barograph.servers.counters;

import java.io.Serializable;

/**
 * What no counter of a server of one file system moves in a second; {@link CounterRule} takes more for a fault of its
 * source.
 *
 * @param bytesPerSecond bytes read, or bytes written, per second
 * @param operationsPerSecond operations of one kind per second
 */
public record CounterBounds(long bytesPerSecond, long operationsPerSecond) implements Serializable {
    /** A real server may do better for a moment than its makers say; what refuses real traffic does harm, too. */
    private static final int MARGIN = 10;

    /**
     * Where nothing is known of the servers: 1 TB/s, which is twenty network adapters of 400 Gbit/s, and 100 million
     * operations, of which the fastest metadata servers do a million. A bound that a real server can reach would refuse
     * what it moved.
     */
    public static final CounterBounds DEFAULT = new CounterBounds(1_000_000_000_000L, 100_000_000L);

    /** Checks that both are positive. */
    public CounterBounds {
        if (bytesPerSecond <= 0 || operationsPerSecond <= 0) {
            throw new IllegalArgumentException("bounds of counters must be positive");
        }
    }

    /**
     * @param bytesPerSecond what one data server of the file system can move in a second; 0: not known
     * @return ten times that for bytes, never more than {@link #DEFAULT}
     */
    public static CounterBounds ofServer(long bytesPerSecond) {
        if (bytesPerSecond <= 0 || bytesPerSecond > DEFAULT.bytesPerSecond / MARGIN) {
            return DEFAULT;
        }
        return new CounterBounds(bytesPerSecond * MARGIN, DEFAULT.operationsPerSecond);
    }

    /** What no single server exceeds, per second. */
    long maxPerSecond(String quantity) {
        return quantity.equals(QuantityAmounts.READ_BYTES) || quantity.equals(QuantityAmounts.WRITE_BYTES)
                ? bytesPerSecond
                : operationsPerSecond;
    }
}
