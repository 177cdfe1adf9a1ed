package io.barograph.schemas.activity;

/**
 * What one rank, or all ranks together, did with one file in one direction. Both ends belong to the access; one that
 * begins and ends in the same microsecond is an instant.
 *
 * @param direction read or write
 * @param beginMicros begin of the first operation, microseconds since any fixed instant
 * @param endMicros end of the last operation, likewise
 */
public record FileAccess(long file, AccessDirection direction, long beginMicros, long endMicros, long bytes) {
    /** Checks that it does not end before it begins and has no negative bytes. */
    public FileAccess {
        if (endMicros < beginMicros) {
            throw new IllegalArgumentException(
                    "an access ends at " + endMicros + " us, before its begin at " + beginMicros + " us");
        }
        if (bytes < 0) {
            throw new IllegalArgumentException("an access moves " + bytes + " bytes");
        }
    }
}
