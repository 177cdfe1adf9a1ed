package io.barograph.contention.load;

import io.barograph.servers.character.AutoCorrelation;
import java.util.OptionalDouble;

/**
 * The period of an event's bursts. Auto-correlation (CUG 2010, section 6) rather than a spectrum, because short bursts
 * spread their power over many harmonics: the period is the lag of the first maximum, behind the first lag without
 * correlation, that comes within a tenth of the highest.
 *
 * <p>It stands out if the correlation there is at least {@value #CLEAR}, and an event shows a period only if it holds three
 * of them. Equal noise on all intervals halves the correlation when it has as much variance as the bursts.
 */
public final class DominantPeriod {
    /** Correlation that stands out. */
    public static final double CLEAR = 0.5;

    private static final int PERIODS = 3;
    private static final double NEARLY = 0.9;

    private DominantPeriod() {}

    /**
     * @param perSecond rate of each interval of the event; NaN where unknown
     * @return period in seconds; empty if none stands out
     */
    public static OptionalDouble secondsOf(double[] perSecond, long intervalMillis) {
        int longest = perSecond.length / PERIODS;
        double[] r = AutoCorrelation.of(perSecond, longest + 1).coefficients();
        for (int k = 0; k < r.length; k++) {
            // the sum at lag k has N - k terms
            r[k] *= (double) perSecond.length / (perSecond.length - k);
        }
        int from = 0;
        while (from < r.length && r[from] > 0) {
            from++;
        }
        double highest = CLEAR;
        for (int k = from; k + 1 < r.length; k++) {
            highest = isMaximum(r, k) ? Math.max(highest, r[k]) : highest;
        }
        for (int k = from; k + 1 < r.length; k++) {
            if (isMaximum(r, k) && r[k] >= Math.max(CLEAR, NEARLY * highest)) {
                return OptionalDouble.of(k * intervalMillis / 1_000.0);
            }
        }
        return OptionalDouble.empty();
    }

    private static boolean isMaximum(double[] r, int k) {
        return k > 1 && r[k] >= r[k - 1] && r[k] > r[k + 1];
    }
}
