package io.barograph.verdicts.correlation;

import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

/**
 * Spearman's correlation of one quantity with others: Pearson's of the ranks, equal values sharing the mean of theirs.
 * The ranks of the one are kept for the next, as long as the same pairs are known.
 */
public final class RankCorrelation {
    private final double[] y;
    private final Map<BitSet, double[]> ranksOfY = new HashMap<>();

    public RankCorrelation(double[] y) {
        this.y = y.clone();
    }

    /**
     * @param x another quantity, as many values; NaN where it is not known
     * @return Spearman's correlation over the pairs whose x is known
     */
    public CorrelationCoefficient with(double[] x) {
        if (x.length != y.length) {
            throw new IllegalArgumentException(x.length + " values cannot be paired with " + y.length);
        }
        BitSet known = new BitSet(x.length);
        for (int i = 0; i < x.length; i++) {
            if (!Double.isNaN(x[i])) {
                known.set(i);
            }
        }
        double[] ranksOfX = ranks(select(x, known));
        double[] ranks = ranksOfY.computeIfAbsent(known, pairs -> ranks(select(y, pairs)));
        CoMoments moments = new CoMoments();
        for (int i = 0; i < ranksOfX.length; i++) {
            moments.add(ranksOfX[i], ranks[i]);
        }
        return moments.pearson();
    }

    private static double[] select(double[] values, BitSet which) {
        double[] selected = new double[which.cardinality()];
        int size = 0;
        for (int i = which.nextSetBit(0); i >= 0; i = which.nextSetBit(i + 1)) {
            selected[size++] = values[i] + 0.0; // -0.0 equals 0.0 here
        }
        return selected;
    }

    private static double[] ranks(double[] values) {
        double[] sorted = values.clone();
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
            ranks[i] = rankOf[Arrays.binarySearch(sorted, values[i])];
        }
        return ranks;
    }
}
