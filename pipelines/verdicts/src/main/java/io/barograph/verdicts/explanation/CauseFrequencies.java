package io.barograph.verdicts.explanation;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.EnumMap;
import java.util.Map;
import org.apache.commons.math3.distribution.BetaDistribution;

/**
 * How often runs were slow while a cause had a share, and how often without: what the confidence of a cause rests on.
 * Counts by cause and size of the share.
 */
final class CauseFrequencies {
    /** Shares of less than this are none: 2 %. */
    static final double MIN_SHARE = 0.02;

    /** Where the classes of shares begin, natural logarithm. */
    private static final double[] CLASSES = {Double.NEGATIVE_INFINITY, MIN_SHARE, 0.05, 0.1, 0.2, 0.4};

    /** Runs that what is assumed beforehand is worth: that the cause makes no difference. */
    private static final double PRIOR_RUNS = 20;

    /** Part of all runs that are slow, before any is known. */
    private static final double PRIOR_SLOW = 0.1;

    /** Of the interval: 5 % on either side. */
    private static final double TAIL = 0.05;

    /** Counts of one cause, by class of the share. */
    private static final class Counts {
        final long[] runs = new long[CLASSES.length];
        final long[] slow = new long[CLASSES.length];
    }

    private final Map<LossCause, Counts> counts = new EnumMap<>(LossCause.class);

    CauseFrequencies() {
        for (LossCause cause : LossCause.values()) {
            counts.put(cause, new Counts());
        }
    }

    /**
     * The part of slow runs with such a share that are slow because of it: (p - b) / p, p the frequency of slow runs at
     * shares as large, b that without the cause; at least 0.
     *
     * @param low 5 % of a Beta distribution of p
     */
    record Confidence(double value, double low, double high) {
        static final Confidence NONE = new Confidence(0, 0, 0);
    }

    private static int classOf(double share) {
        int place = CLASSES.length - 1;
        while (share < CLASSES[place]) {
            place--;
        }
        return place;
    }

    void add(LossCause cause, double share, boolean isSlow) {
        int place = classOf(share);
        counts.get(cause).runs[place]++;
        if (isSlow) {
            counts.get(cause).slow[place]++;
        }
    }

    Confidence of(LossCause cause, double share) {
        int first = classOf(share);
        if (first == 0) {
            return Confidence.NONE;
        }
        long[] allRuns = counts.get(cause).runs;
        long[] slowRuns = counts.get(cause).slow;
        double without = (slowRuns[0] + PRIOR_RUNS * PRIOR_SLOW) / (allRuns[0] + PRIOR_RUNS);
        double with = PRIOR_RUNS;
        double slowWith = PRIOR_RUNS * without;
        for (int i = first; i < CLASSES.length; i++) {
            with += allRuns[i];
            slowWith += slowRuns[i];
        }
        BetaDistribution frequency = new BetaDistribution(null, slowWith, with - slowWith);
        return new Confidence(
                part(slowWith / with, without),
                part(frequency.inverseCumulativeProbability(TAIL), without),
                part(frequency.inverseCumulativeProbability(1 - TAIL), without));
    }

    private static double part(double with, double without) {
        return Math.max(0, (with - without) / with);
    }

    void writeTo(DataOutput out) throws IOException {
        for (LossCause cause : LossCause.values()) {
            for (int i = 0; i < CLASSES.length; i++) {
                out.writeLong(counts.get(cause).runs[i]);
                out.writeLong(counts.get(cause).slow[i]);
            }
        }
    }

    static CauseFrequencies readFrom(DataInput in) throws IOException {
        CauseFrequencies frequencies = new CauseFrequencies();
        for (LossCause cause : LossCause.values()) {
            for (int i = 0; i < CLASSES.length; i++) {
                frequencies.counts.get(cause).runs[i] = in.readLong();
                frequencies.counts.get(cause).slow[i] = in.readLong();
            }
        }
        return frequencies;
    }
}
