package io.barograph.slowdown;

import io.barograph.schemas.BinaryCollections;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.TreeMap;

/**
 * Durations of identical benchmark runs of one month: average / best, as Table 2 of Uselton et al., CUG 2010, and how
 * many took how long (its figure 3). A run is counted once, however often it is reported.
 */
public final class BenchmarkMonth {
    /** Most runs of a month that are kept; a canary that runs every five minutes makes fewer. */
    public static final int MAX_RUNS = 10_000;

    private final TreeMap<Long, Double> runs = new TreeMap<>();

    /**
     * @param start start of the run, microseconds since the epoch; its identity
     * @return false if the run is known already, or the month is full
     */
    public boolean add(long start, double seconds) {
        if (!(seconds > 0)) {
            throw new IllegalArgumentException("the duration of a benchmark must be positive: " + seconds + " s");
        }
        return (runs.size() < MAX_RUNS || runs.containsKey(start)) && runs.put(start, seconds) == null;
    }

    public TimingHistogram timings() {
        TimingHistogram timings = new TimingHistogram();
        runs.values().forEach(timings::add);
        return timings;
    }

    /** @return mean / shortest duration, at least 1 */
    public double averageBestRatio() {
        TimingHistogram timings = timings();
        return Math.max(1, timings.mean() / timings.min());
    }

    public void writeTo(DataOutput out) throws IOException {
        BinaryCollections.writeMap(runs, out, BinaryCollections.LONG, BinaryCollections.DOUBLE);
    }

    /** @return what {@link #writeTo} wrote */
    public static BenchmarkMonth readFrom(DataInput in) throws IOException {
        BenchmarkMonth month = new BenchmarkMonth();
        BinaryCollections.readMap(month.runs, in, DataInput::readLong, DataInput::readDouble);
        return month;
    }
}
