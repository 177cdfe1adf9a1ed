package io.barograph.sources.probe;

import java.time.Duration;

/** Slots begin at multiples of the interval since the epoch. */
final class SlotAxis {
    private final long interval;

    /** @param interval time from one slot to the next, whole milliseconds */
    SlotAxis(Duration interval) {
        this.interval = interval.toMillis();
    }

    /**
     * @param now an instant, milliseconds since the epoch
     * @return the first slot after it
     */
    long after(long now) {
        return (Math.floorDiv(now, interval) + 1) * interval;
    }

    /**
     * @param from a slot
     * @param to a later slot
     * @return number of slots between the two; 0 if the clock was set back
     */
    long between(long from, long to) {
        return Math.max(0, (to - from) / interval - 1);
    }
}
