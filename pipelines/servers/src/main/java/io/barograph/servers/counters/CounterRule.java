package io.barograph.servers.counters;

/**
 * What a counter of a server moved between two samples, or that this is unknown because its source is at fault (docs/coverage.md). Every place that unwraps counters asks this class.
 *
 * <ul>
 *   <li>A counter that grows moved the difference.
 *   <li>A counter that falls was reset: a restarted server counts from zero, so it moved the new value.
 *   <li>Either is a fault if it is more than a server can move in the time between the samples ({@link
 *       CounterBounds}); a gap is judged by its whole length.
 *   <li>A negative counter is a fault, and so are both intervals that it bounds.
 *   <li>A counter that fell and comes back in one step, to the value before the fall or beyond, is a fault. A restarted
 *       counter grows from zero in steps: it comes back in one step only if it had counted little more than one interval's
 *       traffic before, and then the two cases look the same.
 *   <li>A counter that jumped by more than a server can move and falls back to the value before the jump or beyond is a
 *       fault, not a restart.
 *   <li>After a gap longer than {@link #MAX_GAP_MILLIS} nothing is known of the interval: the server begins anew.
 * </ul>
 *
 * <p>The answer depends on the two samples and the {@value #LOOK_BACK} before them within an hour, in order of time, never on samples
 * after them: it is the same in whatever order samples arrive, as long as whoever keeps the samples asks again for the
 * {@value #LOOK_BACK} intervals after one that is inserted. What came before a decision alone decides it.
 */
public final class CounterRule {
    /** What was moved is unknown because the source is at fault. */
    public static final long FAULT = -1;

    /** Samples before an interval that decide about it: a source at fault comes back within a few polls. */
    public static final int LOOK_BACK = 8;

    /**
     * What was moved in a longer gap is unknown and spread over nothing: it says nothing of any run, and an instant that
     * a source makes up must not open millions of intervals. Six hours, as long as history keeps full resolution;
     * milliseconds.
     */
    public static final long MAX_GAP_MILLIS = 6 * 3_600_000;

    /** A value from longer ago says nothing of one that comes back. One hour, milliseconds. */
    public static final long LOOK_BACK_MILLIS = 3_600_000;

    private static final long MIN_MILLIS = 1_000;

    private CounterRule() {}

    /**
     * @param from instant of a sample, milliseconds since the epoch
     * @return true if the gap between them is so long that the server begins anew
     */
    public static boolean beginsAnew(long from, long to) {
        return to - from > MAX_GAP_MILLIS || to - from < 0; // the difference of far instants overflows
    }

    /**
     * What a counter moved, as far as the two samples alone can show.
     *
     * @param millis time between them, milliseconds
     * @return what was moved, or {@link #FAULT}
     */
    public static long moved(long before, long now, long millis, long maxPerSecond) {
        if (before < 0 || now < 0) {
            return FAULT;
        }
        long moved = now >= before ? now - before : now;
        return moved > most(millis, maxPerSecond) ? FAULT : moved;
    }

    /** Clocks have a resolution: two samples less than a second apart may hold the traffic of one. */
    private static long most(long millis, long maxPerSecond) {
        long counted = Math.min(Math.max(millis, MIN_MILLIS), MAX_GAP_MILLIS);
        return maxPerSecond / 1_000 * counted + maxPerSecond % 1_000 * counted / 1_000; // the plain product overflows
    }

    /**
     * What a counter moved in the interval that a sample closes, as the samples before it show.
     *
     * @param times instants of samples, ascending, milliseconds since the epoch
     * @param counters the counter at each of them; negative: not readable
     * @param at index of the closing sample, at least 1
     * @return what was moved, or {@link #FAULT}
     */
    public static long moved(long[] times, long[] counters, int at, long maxPerSecond) {
        long before = counters[at - 1];
        long now = counters[at];
        long moved = moved(before, now, times[at] - times[at - 1], maxPerSecond);
        if (moved == FAULT || now == before) {
            return moved;
        }
        int oldest = Math.max(1, at - LOOK_BACK);
        for (int i = at - 1; i >= oldest && times[at] - times[i - 1] <= LOOK_BACK_MILLIS; i--) {
            long earlier = counters[i - 1];
            if (earlier >= 0
                    && isIrregular(earlier, counters[i], times[i] - times[i - 1], maxPerSecond)
                    && (now > before
                            ? comesBack(earlier, counters[i], before, now)
                            : fallsBack(earlier, counters[i], now))) {
                return FAULT;
            }
        }
        return moved;
    }

    /**
     * @param millis time between them, milliseconds
     * @return true if the intervals after this one have to be judged by {@link #moved(long[], long[], int, long)}
     */
    public static boolean isIrregular(long before, long now, long millis, long maxPerSecond) {
        return now < before || now - before > most(millis, maxPerSecond);
    }

    private static boolean comesBack(long earlier, long fallen, long before, long now) {
        return fallen < earlier && before < earlier && now >= earlier && now - before >= earlier - earlier / 2;
    }

    private static boolean fallsBack(long earlier, long jumped, long now) {
        return jumped > earlier && now >= earlier;
    }
}
