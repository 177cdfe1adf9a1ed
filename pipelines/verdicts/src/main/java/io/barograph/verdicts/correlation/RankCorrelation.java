package io.barograph.verdicts.correlation;

import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

/**
 * Spearman's correlation of one quantity with others: Pearson's of the ranks, equal values sharing the mean of theirs.
 * What is computed of the one is kept for the next, as long as the same pairs are known.
 */
public final class RankCorrelation {
    private final double[] y;
    private final Map<BitSet, Pairs> byKnown = new HashMap<>();

    public RankCorrelation(double[] y) {
        this.y = y.clone();
    }

    /**
     * @param x another quantity, as many values; NaN where it is not known
     * @return Spearman's correlation over the pairs whose x is known
     */
    public CorrelationCoefficient with(double[] x) {
        Pairs pairs = pairs(x);
        double[] known = pairs.select(x);
        return pairs.correlation(known, ascending(known));
    }

    /** @return the pairs whose x is known; x as in {@link #with} */
    public Pairs pairs(double[] x) {
        if (x.length != y.length) {
            throw new IllegalArgumentException(x.length + " values cannot be paired with " + y.length);
        }
        BitSet known = new BitSet(x.length);
        for (int i = 0; i < x.length; i++) {
            if (!Double.isNaN(x[i])) {
                known.set(i);
            }
        }
        Pairs pairs = byKnown.get(known);
        if (pairs == null) {
            pairs = new Pairs(known, y);
            byKnown.put(known, pairs);
        }
        return pairs;
    }

    private static double[] ascending(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted;
    }

    private static double[] ranks(double[] values, double[] ascending) {
        double[] rankOf = new double[ascending.length];
        for (int first = 0; first < ascending.length; ) {
            int behind = first + 1;
            while (behind < ascending.length && ascending[behind] == ascending[first]) {
                behind++;
            }
            Arrays.fill(rankOf, first, behind, (first + 1 + behind) / 2.0);
            first = behind;
        }
        double[] ranks = new double[values.length];
        for (int i = 0; i < values.length; i++) {
            ranks[i] = rankOf[Arrays.binarySearch(ascending, values[i])];
        }
        return ranks;
    }

    /** Those of the pairs that are known. */
    public static final class Pairs {
        private final int[] places;
        private final double[] y;
        private final double[] ascending;
        private final double[] ranks;

        private Pairs(BitSet known, double[] all) {
            places = known.stream().toArray();
            y = select(all);
            ascending = RankCorrelation.ascending(y);
            ranks = RankCorrelation.ranks(y, ascending);
        }

        public int size() {
            return places.length;
        }

        /** @return y of a pair, from 0 */
        public double y(int pair) {
            return y[pair];
        }

        /** @return y in ascending order: not to be changed */
        public double[] ascending() {
            return ascending;
        }

        /** @return x of these pairs; -0.0 is 0.0 */
        public double[] select(double[] x) {
            double[] selected = new double[places.length];
            for (int i = 0; i < places.length; i++) {
                selected[i] = x[places[i]] + 0.0;
            }
            return selected;
        }

        /**
         * @param x what {@link #select} gave
         * @param sorted the same in ascending order
         * @return Spearman's correlation of x and y
         */
        public CorrelationCoefficient correlation(double[] x, double[] sorted) {
            double[] ranksOfX = RankCorrelation.ranks(x, sorted);
            CoMoments moments = new CoMoments();
            for (int i = 0; i < ranksOfX.length; i++) {
                moments.add(ranksOfX[i], ranks[i]);
            }
            return moments.pearson();
        }
    }
}
