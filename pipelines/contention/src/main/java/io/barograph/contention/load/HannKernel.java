package io.barograph.contention.load;

import java.time.Duration;

/**
 * Weights of a smoothing window: a Hann window of window / interval + 1 taps, none of which is zero,
 *
 * <pre>w_m = 0.5 - 0.5 cos(2 pi m / (taps + 1)),  m = 1 .. taps</pre>
 *
 * <p>A smoothed value is the weighted mean of the values known in the window, so beside a gap, or at the end of a series,
 * the weights of those that are known are scaled up to one. It is known itself if they are at least half of all weight:
 * the first and the last value of a series without gaps are.
 *
 * @param window length of the window; an even number of intervals
 */
public record HannKernel(Duration window, Duration interval) {
    /** Window by default, 600 s (CUG 2010, section 7). */
    public static final Duration DEFAULT_WINDOW = Duration.ofMinutes(10);

    /** Longest window, in intervals; it bounds the state. */
    public static final int MAX_INTERVALS = 1 << 14;

    /** Checks that the window can be centred. */
    public HannKernel {
        long intervals = interval.isNegative() || interval.isZero() ? 0 : window.toMillis() / interval.toMillis();
        if (intervals < 2
                || intervals > MAX_INTERVALS
                || intervals % 2 != 0
                || intervals * interval.toMillis() != window.toMillis()) {
            throw new IllegalArgumentException("a smoothing window of " + window + " cannot be centred on values every "
                    + interval + "; take an even number of them, from 2 to " + MAX_INTERVALS);
        }
    }

    /** @return values on either side of the middle one */
    public int half() {
        return (int) (window.toMillis() / interval.toMillis() / 2);
    }

    /** The same on every machine. */
    public double[] weights() {
        int half = half();
        int taps = 2 * half + 1;
        double[] weights = new double[taps];
        for (int m = 0; m <= half; m++) {
            weights[m] = 0.5 - 0.5 * StrictMath.cos(2 * Math.PI * (m + 1) / (taps + 1));
            weights[taps - 1 - m] = weights[m];
        }
        return weights;
    }
}
