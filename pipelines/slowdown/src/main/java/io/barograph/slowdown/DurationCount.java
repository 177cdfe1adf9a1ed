package io.barograph.slowdown;

/**
 * Number of durations in one bin of a logarithmic axis.
 *
 * @param bin index: the bin covers 10^(bin / binsPerDecade) to 10^((bin + 1) / binsPerDecade) seconds
 * @param binsPerDecade bins of one decade
 * @param count durations in it
 */
public record DurationCount(long bin, int binsPerDecade, long count) {
    /** @return lower edge, seconds */
    public double fromSeconds() {
        return Math.pow(10, (double) bin / binsPerDecade);
    }

    /** @return upper edge, seconds */
    public double toSeconds() {
        return Math.pow(10, (double) (bin + 1) / binsPerDecade);
    }
}
