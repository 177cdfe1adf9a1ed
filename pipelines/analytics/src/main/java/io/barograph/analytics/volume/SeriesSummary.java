package io.barograph.analytics.volume;

/**
 * One series of a file system over a window: the sum and number of its samples, and its extremes. Summaries of windows
 * that follow each other combine to that of both.
 *
 * @param sum sum of the samples
 * @param samples number of samples
 * @param largestSample largest sample; {@link Long#MIN_VALUE} without one
 * @param smallestInterval smallest sum of the samples of one interval, of the intervals that have one;
 *     {@link Long#MAX_VALUE} without one
 * @param largestInterval largest sum of the samples of one interval; {@link Long#MIN_VALUE} without one
 */
public record SeriesSummary(long sum, long samples, long largestSample, long smallestInterval, long largestInterval) {
    /** No samples. */
    public static final SeriesSummary NONE = new SeriesSummary(0, 0, Long.MIN_VALUE, Long.MAX_VALUE, Long.MIN_VALUE);

    /** Number of numbers in it. */
    static final int WIDTH = 5;

    static SeriesSummary ofInterval(long sum, long samples, long largestSample) {
        return samples <= 0 ? NONE : new SeriesSummary(sum, samples, largestSample, sum, sum);
    }

    /**
     * @param later the same series in another window, or another series
     * @return both
     */
    public SeriesSummary and(SeriesSummary later) {
        return new SeriesSummary(
                sum + later.sum,
                samples + later.samples,
                Math.max(largestSample, later.largestSample),
                Math.min(smallestInterval, later.smallestInterval),
                Math.max(largestInterval, later.largestInterval));
    }

    void writeTo(long[] numbers, int at) {
        numbers[at] = sum;
        numbers[at + 1] = samples;
        numbers[at + 2] = largestSample;
        numbers[at + 3] = smallestInterval;
        numbers[at + 4] = largestInterval;
    }

    static SeriesSummary readFrom(long[] numbers, int at) {
        return numbers[at + 1] <= 0
                ? NONE
                : new SeriesSummary(numbers[at], numbers[at + 1], numbers[at + 2], numbers[at + 3], numbers[at + 4]);
    }

    /** @return true if there was a sample */
    public boolean isKnown() {
        return samples > 0;
    }
}
