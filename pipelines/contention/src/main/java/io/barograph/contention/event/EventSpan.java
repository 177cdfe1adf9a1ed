package io.barograph.contention.event;

/**
 * The time of an event, (from, to].
 *
 * @param fromMicros begin, microseconds since the epoch
 */
public record EventSpan(long fromMicros, long toMicros) {
    public EventSpan {
        if (toMicros <= fromMicros) {
            throw new IllegalArgumentException(
                    "an event ends after it begins, not from " + fromMicros + " to " + toMicros);
        }
    }

    /**
     * @param fromMillis begin, milliseconds since the epoch
     * @return the same in microseconds
     */
    public static EventSpan ofMillis(long fromMillis, long toMillis) {
        return new EventSpan(Math.multiplyExact(fromMillis, 1_000), Math.multiplyExact(toMillis, 1_000));
    }

    /**
     * @param beginMicros begin of something, microseconds since the epoch
     * @return time that it has in common with the event, microseconds
     */
    public long overlapMicros(long beginMicros, long endMicros) {
        return Math.max(0, Math.min(toMicros, endMicros) - Math.max(fromMicros, beginMicros));
    }

    /**
     * The part of something that lies in the event, taken as spread evenly over its time. What takes no time lies in it
     * altogether or not at all.
     *
     * @param beginMicros begin of something, microseconds since the epoch
     */
    public double partOf(long beginMicros, long endMicros) {
        if (endMicros > beginMicros) {
            return (double) overlapMicros(beginMicros, endMicros) / (endMicros - beginMicros);
        }
        return beginMicros > fromMicros && beginMicros <= toMicros ? 1 : 0;
    }
}
