package io.barograph.servers.character;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * Power spectrum of a file system in one direction (CUG 2010, section 5): a histogram of the bytes that one server moves
 * in one interval, in 100 bins of equal width and one for what is larger, in which each bin also holds the bytes of its
 * observations. Nothing is lost: the bytes of all bins are the bytes observed.
 *
 * <p>Observations can be taken back, and the spectra of two days or two servers add up to the spectrum of both.
 *
 * <p>State: 1.6 kB.
 */
public final class PowerSpectrum {
    public static final int BINS = 100;

    /** Number of the bin for observations at or above the upper edge. */
    public static final int OVERFLOW = BINS;

    /** Upper edge by default: 2.5 GB per server and interval, as on Franklin. */
    public static final double DEFAULT_UPPER_EDGE = 2.5e9;

    private final double upperEdge;
    private final long[] counts = new long[BINS + 1];
    private final long[] bytes = new long[BINS + 1];

    /** @param upperEdge upper edge of the last bin, bytes per server and interval */
    public PowerSpectrum(double upperEdge) {
        if (!(upperEdge > 0) || Double.isInfinite(upperEdge)) {
            throw new IllegalArgumentException("the upper edge must be a positive number of bytes, not " + upperEdge);
        }
        this.upperEdge = upperEdge;
    }

    /**
     * @param observed bytes that one server moved in one interval
     * @param count how often; negative to take observations back
     */
    public void add(long observed, int count) {
        if (observed < 0) {
            throw new IllegalArgumentException("a server cannot move " + observed
                    + " bytes; to take an observation back, add it with a negative count");
        }
        int bin = binOf(observed);
        counts[bin] += count;
        bytes[bin] += observed * count;
    }

    /**
     * @param observed bytes per server and interval
     * @return number of its bin; bins are closed below and open above
     */
    public int binOf(long observed) {
        return observed >= upperEdge ? OVERFLOW : Math.min(BINS - 1, (int) (observed / (upperEdge / BINS)));
    }

    /** @param other spectrum of other servers or another time, with the same upper edge */
    public void merge(PowerSpectrum other) {
        if (other.upperEdge != upperEdge) {
            throw new IllegalArgumentException("spectra up to " + upperEdge + " and " + other.upperEdge
                    + " bytes cannot be merged; the upper edge must not change within a period");
        }
        for (int bin = 0; bin <= OVERFLOW; bin++) {
            counts[bin] += other.counts[bin];
            bytes[bin] += other.bytes[bin];
        }
    }

    /** @return upper edge of the last bin, bytes per server and interval */
    public double upperEdge() {
        return upperEdge;
    }

    /** @return its lower edge, bytes per server and interval */
    public double lowerEdge(int bin) {
        return bin * (upperEdge / BINS);
    }

    public long count(int bin) {
        return counts[bin];
    }

    public long bytes(int bin) {
        return bytes[bin];
    }

    public long totalCount() {
        return Arrays.stream(counts).sum();
    }

    public long totalBytes() {
        return Arrays.stream(bytes).sum();
    }

    /**
     * The bin with half the bytes on either side: the first one up to whose end at least half of the bytes were moved.
     *
     * @return its number, {@link #OVERFLOW} if more than half the bytes came in observations above the upper edge; empty
     *     if no bytes were moved
     */
    public OptionalInt centroid() {
        long total = totalBytes();
        if (total <= 0) {
            return OptionalInt.empty();
        }
        long below = 0;
        for (int bin = 0; bin < OVERFLOW; bin++) {
            below += bytes[bin];
            if (below >= total - below) {
                return OptionalInt.of(bin);
            }
        }
        return OptionalInt.of(OVERFLOW);
    }

    /**
     * The size of observation that half of the bytes came in observations up to. The spectrum knows its bin; within the
     * bin it takes the bytes as evenly spread, so it is off by less than a bin's width. If it lies in the overflow bin,
     * it is taken as the mean of the observations there (CUG 2010, section 5).
     *
     * @return bytes per server and interval; empty if no bytes were moved
     */
    public OptionalDouble halfIoObservation() {
        OptionalInt centroid = centroid();
        if (centroid.isEmpty()) {
            return OptionalDouble.empty();
        }
        int bin = centroid.getAsInt();
        if (bin == OVERFLOW) {
            return OptionalDouble.of((double) bytes[OVERFLOW] / counts[OVERFLOW]);
        }
        long below = 0;
        for (int lower = 0; lower < bin; lower++) {
            below += bytes[lower];
        }
        double share = (totalBytes() / 2.0 - below) / bytes[bin];
        return OptionalDouble.of(lowerEdge(bin) + share * (upperEdge / BINS));
    }

    /** @return a copy that shares nothing with this spectrum */
    public PowerSpectrum copy() {
        PowerSpectrum copy = new PowerSpectrum(upperEdge);
        copy.merge(this);
        return copy;
    }

    public void writeTo(DataOutput out) throws IOException {
        out.writeDouble(upperEdge);
        for (int bin = 0; bin <= OVERFLOW; bin++) {
            out.writeLong(counts[bin]);
            out.writeLong(bytes[bin]);
        }
    }

    public static PowerSpectrum readFrom(DataInput in) throws IOException {
        PowerSpectrum spectrum = new PowerSpectrum(in.readDouble());
        for (int bin = 0; bin <= OVERFLOW; bin++) {
            spectrum.counts[bin] = in.readLong();
            spectrum.bytes[bin] = in.readLong();
        }
        return spectrum;
    }
}
