package io.barograph.collectors.simulator;

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
     * @param demands what each asks for, not negative, ascending
     * @return what each gets, in the order of the demands; the sum is min(capacity, sum of demands)
     */
    static long[] of(long capacity, long[] demands) {
        long[] shares = new long[demands.length];
        long left = capacity;
        for (int i = 0; i < demands.length; i++) {
            shares[i] = Math.min(demands[i], left / (demands.length - i));
            left -= shares[i];
        }
        return shares;
    }

    /**
     * @param capacity what there is to share
     * @param demands what those ask for who are there already, ascending
     * @return what one more would get who asks for all he can get
     */
    static double ofNewcomer(long capacity, long[] demands) {
        double left = capacity;
        int unserved = demands.length + 1;
        for (long demand : demands) {
            if (demand > left / unserved) {
                break;
            }
            left -= demand;
            unserved--;
        }
        return left / unserved;
    }
}
