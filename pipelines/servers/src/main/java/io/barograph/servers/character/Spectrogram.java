package io.barograph.servers.character;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Spectrogram of a rate: short-term Fourier transform with Hann windows (CUG 2010, section 8). A job that writes a
 * checkpoint every 600 s shows as a line at the period 600 s for as long as it runs; the shorter its bursts, the stronger
 * the lines at 300 s, 200 s and so on beside it.
 *
 * <p>By default a window is 1 h and starts every 15 min: long enough to distinguish periods of 10 and 12 minutes, short
 * enough to show when in the day a job began. It sees periods from two intervals to one hour.
 *
 * <p>Of each window the weighted mean is taken away. Power is a one-sided power spectral density, P_k = 2 |X_k|^2 / (f_s
 * sum w^2) with f_s samples per second and w the window, in (bytes/s)^2/Hz; the sum of P_k times the distance of two
 * frequencies is the weighted variance of the window.
 *
 * <p>Missing values are interpolated between their neighbours on a straight line, beyond the first and last known one by
 * it; that adds nothing at short periods and takes some power away from them. A window of which more than a tenth is
 * missing has no power, since its line would be one of the gaps.
 */
public final class Spectrogram {
    /** A window with a larger part missing has no power. */
    public static final double MAX_MISSING_FRACTION = 0.1;

    public static final Duration DEFAULT_WINDOW = Duration.ofHours(1);

    /** Distance of two windows by default. */
    public static final Duration DEFAULT_HOP = Duration.ofMinutes(15);

    private final long intervalMillis;
    private final int hop;
    private final double[] hann;

    public Spectrogram(Duration window, Duration hop, Duration interval) {
        intervalMillis = interval.toMillis();
        if (window.toMillis() < 4 * intervalMillis || hop.toMillis() < intervalMillis) {
            throw new IllegalArgumentException("a window of " + window + " every " + hop
                    + " is too short for values every " + interval + "; a window takes four of them, a hop one");
        }
        this.hop = Math.toIntExact(hop.toMillis() / intervalMillis);
        hann = new double[Math.toIntExact(window.toMillis() / intervalMillis)];
        for (int i = 0; i < hann.length; i++) {
            hann[i] = 0.5 - 0.5 * Math.cos(2 * Math.PI * i / hann.length);
        }
    }

    /**
     * The power of one window.
     *
     * @param from start of the window, milliseconds since the epoch
     * @param power by frequency, in the order of {@link Spectrogram#periodsSeconds}; empty if too much of the window is
     *     missing
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    public record Row(long from, double missingFraction, double[] power) {}

    /** @return the periods that a row has the power of, seconds, from the longest to the shortest */
    public double[] periodsSeconds() {
        double[] periods = new double[hann.length / 2];
        for (int k = 1; k <= periods.length; k++) {
            periods[k - 1] = hann.length * intervalMillis / 1_000.0 / k;
        }
        return periods;
    }

    /**
     * @param from start of the first interval, milliseconds since the epoch
     * @param rates mean rate of each interval; NaN where missing
     * @return one row for each window that lies within the rates
     */
    public List<Row> rows(long from, double[] rates) {
        List<Row> rows = new ArrayList<>();
        for (int start = 0; start + hann.length <= rates.length; start += hop) {
            double[] window = Arrays.copyOfRange(rates, start, start + hann.length);
            double missing =
                    (double) Arrays.stream(window).filter(Double::isNaN).count() / window.length;
            rows.add(new Row(
                    from + start * intervalMillis,
                    missing,
                    missing > MAX_MISSING_FRACTION ? new double[0] : power(window)));
        }
        return rows;
    }

    private double[] power(double[] window) {
        interpolate(window);
        double weights = 0;
        double squaredWeights = 0;
        double mean = 0;
        for (int i = 0; i < window.length; i++) {
            weights += hann[i];
            squaredWeights += hann[i] * hann[i];
            mean += hann[i] * window[i];
        }
        mean /= weights;
        for (int i = 0; i < window.length; i++) {
            window[i] = hann[i] * (window[i] - mean);
        }
        double[] squared = FourierTransform.power(window);
        double samplesPerSecond = 1_000.0 / intervalMillis;
        double[] power = new double[squared.length - 1];
        for (int k = 1; k < squared.length; k++) {
            int sides = 2 * k == window.length ? 1 : 2;
            power[k - 1] = sides * squared[k] / (samplesPerSecond * squaredWeights);
        }
        return power;
    }

    /** Fills the gaps; at least nine tenths of the values are known. */
    private static void interpolate(double[] values) {
        int known = -1;
        for (int i = 0; i <= values.length; i++) {
            if (i < values.length && Double.isNaN(values[i])) {
                continue;
            }
            for (int gap = known + 1; gap < i; gap++) {
                if (known < 0) {
                    values[gap] = values[i];
                } else if (i == values.length) {
                    values[gap] = values[known];
                } else {
                    values[gap] = values[known] + (values[i] - values[known]) * (gap - known) / (i - known);
                }
            }
            known = i;
        }
    }
}
