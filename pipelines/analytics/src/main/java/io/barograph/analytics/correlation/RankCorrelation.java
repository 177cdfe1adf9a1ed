package io.barograph.analytics.correlation;

import java.util.Arrays;

/** Spearman's correlation: Pearson's of the ranks, equal values sharing the mean of theirs. */
public final class RankCorrelation {
    private RankCorrelation() {}

    /**
     * @param x numbers
     * @param y as many numbers
     * @return Spearman's correlation
     */
    public static Correlation of(double[] x, double[] y) {
        if (x.length != y.length) {
            throw new IllegalArgumentException(x.length + " values cannot be paired with " + y.length);
        }
        double[] ranksOfX = ranks(x);
        double[] ranksOfY = ranks(y);
        CoMoments moments = new CoMoments();
        for (int i = 0; i < x.length; i++) {
            moments.add(ranksOfX[i], ranksOfY[i]);
        }
        return moments.pearson();
    }

    /**
     * @param values numbers
     * @return their ranks from 1, in the order of the values
     */
    static double[] ranks(double[] values) {
        double[] sorted = new double[values.length];
        for (int i = 0; i < values.length; i++) {
            sorted[i] = values[i] + 0.0; // -0.0 equals 0.0 here
        }
        Arrays.sort(sorted);
        double[] rankOf = new double[sorted.length];
        for (int first = 0; first < sorted.length; ) {
            int behind = first + 1;
            while (behind < sorted.length && sorted[behind] == sorted[first]) {
                behind++;
            }
            Arrays.fill(rankOf, first, behind, (first + 1 + behind) / 2.0);
            first = behind;
        }
        double[] ranks = new double[values.length];
        for (int i = 0; i < values.length; i++) {
            ranks[i] = rankOf[Arrays.binarySearch(sorted, values[i] + 0.0)];
        }
        return ranks;
    }
}
