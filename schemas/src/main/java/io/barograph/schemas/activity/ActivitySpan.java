package io.barograph.schemas.activity;

/**
 * A stretch of time in which at least one access was under way at every instant.
 *
 * @param beginMicros begin of the first access, microseconds
 * @param endMicros end of the last access, microseconds
 */
public record ActivitySpan(long beginMicros, long endMicros, long bytes) {
    /** @return its length, microseconds */
    public long lengthMicros() {
        return endMicros - beginMicros;
    }
}
