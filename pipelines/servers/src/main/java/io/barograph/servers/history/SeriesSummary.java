package io.barograph.servers.history;

/**
 * One series of a file system over a window: the sum and number of its samples, and its extremes. Summaries of windows
 * that follow each other combine to that of both.
 *
 * @param largestSample largest sample; {@link Long#MIN_VALUE} without one
 * @param smallestInterval smallest sum of the samples of one interval, of the intervals that have one; {@link
 *     Long#MAX_VALUE} without one
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

    /** @param later the same series in another window, or another series */
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

    /** All summaries that were written from one place to before another. */
    static SeriesSummary ofRow(long[] numbers, int from, int to) {
        long sum = 0;
        long samples = 0;
        long largestSample = Long.MIN_VALUE;
        long smallest = Long.MAX_VALUE;
        long largest = Long.MIN_VALUE;
        for (int at = from; at < to; at += WIDTH) {
            if (numbers[at + 1] > 0) {
                sum += numbers[at];
                samples += numbers[at + 1];
                largestSample = Math.max(largestSample, numbers[at + 2]);
                smallest = Math.min(smallest, numbers[at + 3]);
                largest = Math.max(largest, numbers[at + 4]);
            }
        }
        return new SeriesSummary(sum, samples, largestSample, smallest, largest);
    }

    /** @return true if there was a sample */
    public boolean isKnown() {
        return samples > 0;
    }
}
