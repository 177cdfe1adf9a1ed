package io.barograph.slowdown;

import com.datadoghq.sketch.ddsketch.store.Bin;
import io.barograph.schemas.DurationBin;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.TreeMap;

/**
 * Durations in {@link LogarithmicBins}: quantiles with a relative error of 1 %; count, mean, smallest and largest exactly.
 *
 * <p>Merging is exact: any grouping and order of the same durations gives the same histogram, bit for bit, so that a
 * restart or a replay gives the same numbers: the sum is kept in whole nanoseconds. Not thread-safe.
 *
 * <p>Up to {@value #FEW} durations are kept as they are, which changes nothing of what is said of them: most servers are
 * met a few times a minute, and bins for each of them would cost more than all else.
 *
 * <p>Size: 8 bytes each while they are few; then 8 bytes a bin, about 117 bins a decade of durations; 17 kB for all that
 * can be held.
 */
public final class TimingHistogram {
    /** Bound on the relative error of a quantile. */
    public static final double RELATIVE_ERROR = LogarithmicBins.RELATIVE_ERROR;

    /** Shorter durations count as this one, seconds. */
    public static final double MIN_SECONDS = 1e-9;

    /** Longer durations count as this one, seconds (eleven days). */
    public static final double MAX_SECONDS = 1e6;

    private static final double NANOS = 1e9;

    static final int FEW = 64;

    private static final int FIRST_FEW = 4;
    private static final double[] NONE = {};

    /** Null while the durations are few. */
    private LogarithmicBins bins;

    private double[] few = NONE;
    private boolean sorted = true;
    private long count;
    private long sumNanos;
    private double min = Double.POSITIVE_INFINITY;
    private double max = Double.NEGATIVE_INFINITY;

    /** @param seconds a duration; not negative */
    public void add(double seconds) {
        if (!(seconds >= 0)) {
            throw new IllegalArgumentException("a duration must not be negative: " + seconds + " s");
        }
        double held = Math.min(MAX_SECONDS, Math.max(MIN_SECONDS, seconds));
        if (count < FEW && bins == null) {
            if (few.length == count) {
                few = Arrays.copyOf(few, Math.min(FEW, Math.max(FIRST_FEW, 2 * few.length)));
            }
            few[(int) count] = held;
            sorted = count == 0 || (sorted && few[(int) count - 1] <= held);
        } else {
            toBins();
            bins.add(held);
        }
        count++;
        sumNanos += Math.round(held * NANOS);
        min = Math.min(min, held);
        max = Math.max(max, held);
    }

    public void merge(TimingHistogram other) {
        if (other.count == 0) {
            return;
        }
        if (bins == null && other.bins == null && count + other.count <= FEW) {
            few = Arrays.copyOf(few, (int) (count + other.count));
            System.arraycopy(other.few, 0, few, (int) count, (int) other.count);
            sorted = false;
        } else {
            toBins();
            if (other.bins == null) {
                other.addFewTo(bins);
            } else {
                bins.merge(other.bins);
            }
        }
        count += other.count;
        sumNanos += other.sumNanos;
        min = Math.min(min, other.min);
        max = Math.max(max, other.max);
    }

    private void toBins() {
        if (bins == null) {
            bins = binned();
            few = NONE;
        }
    }

    /** The durations in bins, which are not to be changed. */
    private LogarithmicBins binned() {
        if (bins != null) {
            return bins;
        }
        LogarithmicBins of = new LogarithmicBins();
        addFewTo(of);
        return of;
    }

    private void addFewTo(LogarithmicBins to) {
        for (int i = 0; i < count; i++) {
            to.add(few[i]);
        }
    }

    public long count() {
        return count;
    }

    /** @return mean, seconds; NaN if empty */
    public double mean() {
        return count == 0 ? Double.NaN : sumNanos / NANOS / count;
    }

    /** @return smallest duration, seconds; NaN if empty */
    public double min() {
        return count == 0 ? Double.NaN : min;
    }

    /** @return largest duration, seconds; NaN if empty */
    public double max() {
        return count == 0 ? Double.NaN : max;
    }

    /** @return 50 % quantile, seconds; NaN if empty */
    public double median() {
        return quantile(0.5);
    }

    /**
     * A quantile by linear interpolation between the two neighbouring durations in ascending order, each known to 1 %.
     *
     * @return seconds; NaN if empty
     */
    public double quantile(double q) {
        if (!(q >= 0 && q <= 1)) {
            throw new IllegalArgumentException("a quantile must lie between 0 and 1: " + q);
        }
        if (count == 0) {
            return Double.NaN;
        }
        if (min == max) {
            return min;
        }
        double rank = q * (count - 1);
        long below = (long) rank;
        double lower = valueAt(below);
        double part = rank - below;
        return part == 0 ? lower : lower + (valueAt(below + 1) - lower) * part;
    }

    private double valueAt(long rank) {
        return Math.min(max, Math.max(min, bins == null ? fewAt((int) rank) : bins.valueAt(rank)));
    }

    private double fewAt(int rank) {
        if (!sorted) {
            Arrays.sort(few, 0, (int) count);
            sorted = true;
        }
        return LogarithmicBins.held(few[rank]);
    }

    /**
     * The share of the durations up to each bin's upper edge, for a comparison of distributions.
     *
     * @return largest difference of the two cumulative shares (Kolmogorov-Smirnov statistic of the binned durations);
     *     NaN if one is empty
     */
    public double distance(TimingHistogram other) {
        if (count == 0 || other.count == 0) {
            return Double.NaN;
        }
        Iterator<Bin> mine = binned().bins();
        Iterator<Bin> theirs = other.binned().bins();
        Bin a = mine.next();
        Bin b = theirs.next();
        double below = 0;
        double otherBelow = 0;
        double largest = 0;
        while (a != null || b != null) {
            int index = b == null || (a != null && a.getIndex() <= b.getIndex()) ? a.getIndex() : b.getIndex();
            if (a != null && a.getIndex() == index) {
                below += a.getCount();
                a = mine.hasNext() ? mine.next() : null;
            }
            if (b != null && b.getIndex() == index) {
                otherBelow += b.getCount();
                b = theirs.hasNext() ? theirs.next() : null;
            }
            largest = Math.max(largest, Math.abs(below / count - otherBelow / other.count));
        }
        return largest;
    }

    /**
     * @return bins of a logarithmic axis that are not empty, ascending; each holds the histogram's bins whose middle
     *     lies in it. Bin i covers 10^(i / binsPerDecade) to 10^((i + 1) / binsPerDecade) seconds
     */
    public List<DurationBin> bins(int binsPerDecade) {
        TreeMap<Long, Long> counts = new TreeMap<>();
        binned().bins().forEachRemaining(each -> {
            long bin = (long) Math.floor(Math.log10(LogarithmicBins.middle(each.getIndex())) * binsPerDecade);
            counts.merge(bin, (long) each.getCount(), Long::sum);
        });
        List<DurationBin> bins = new ArrayList<>();
        counts.forEach((bin, count) -> bins.add(new DurationBin(
                Math.pow(10, (double) bin / binsPerDecade), Math.pow(10, (double) (bin + 1) / binsPerDecade), count)));
        return bins;
    }

    public void writeTo(DataOutput out) throws IOException {
        out.writeLong(count);
        if (count == 0) {
            return;
        }
        out.writeLong(sumNanos);
        out.writeDouble(min);
        out.writeDouble(max);
        out.writeBoolean(bins != null);
        if (bins != null) {
            bins.writeTo(out);
            return;
        }
        for (int i = 0; i < count; i++) {
            out.writeDouble(few[i]);
        }
    }

    /**
     * @return what {@link #writeTo} wrote
     * @throws IOException if reading fails or the bytes are no histogram
     */
    public static TimingHistogram readFrom(DataInput in) throws IOException {
        long count = in.readLong();
        TimingHistogram histogram = new TimingHistogram();
        if (count == 0) {
            return histogram;
        }
        histogram.count = count;
        histogram.sumNanos = in.readLong();
        histogram.min = in.readDouble();
        histogram.max = in.readDouble();
        if (in.readBoolean()) {
            histogram.bins = LogarithmicBins.readFrom(in);
            return histogram;
        }
        if (count < 0 || count > FEW) {
            throw new IOException(count + " durations without bins");
        }
        histogram.few = new double[(int) count];
        for (int i = 0; i < count; i++) {
            histogram.few[i] = in.readDouble();
        }
        histogram.sorted = false;
        return histogram;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof TimingHistogram that
                && that.count == count
                && that.sumNanos == sumNanos
                && that.min == min
                && that.max == max
                && (count == 0 || distance(that) == 0);
    }

    @Override
    public int hashCode() {
        return Long.hashCode(count * 31 + sumNanos);
    }

    @Override
    public String toString() {
        return count + " timings, median " + median() + " s";
    }
}
