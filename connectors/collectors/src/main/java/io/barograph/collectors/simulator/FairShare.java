package io.barograph.collectors.simulator;

import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Max-min fair sharing by progressive filling (Bertsekas and Gallager, Data Networks, section 6.5.2): whoever asks for
 * less than an even share gets what he asks for, the rest is shared evenly among the others.
 */
final class FairShare {
    private FairShare() {}

    /**
     * Shares are whole numbers; those that are not satisfied differ by at most one.
     *
     * @param capacity what there is to share, not negative
     * @param demands what each asks for, not negative
     * @return what each gets, in the order of the demands; the sum is min(capacity, sum of demands)
     */
    static long[] of(long capacity, long[] demands) {
        List<Integer> byDemand = IntStream.range(0, demands.length)
                .boxed()
                .sorted(Comparator.comparingLong(index -> demands[index]))
                .toList();
        long[] shares = new long[demands.length];
        long left = capacity;
        int unserved = demands.length;
        for (int index : byDemand) {
            shares[index] = Math.min(demands[index], left / unserved);
            left -= shares[index];
            unserved--;
        }
        return shares;
    }
}
