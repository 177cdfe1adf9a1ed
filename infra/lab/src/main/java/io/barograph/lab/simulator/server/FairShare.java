package io.barograph.lab.simulator.server;

/**
 * Max-min fair sharing by progressive filling (Bertsekas and Gallager, Data Networks, section 6.5.2): whoever asks for
 * less than an even share gets what he asks for, the rest is shared evenly among the others.
 */
public final class FairShare {
    private FairShare() {}

    /**
     * Shares are whole numbers; those that are not satisfied differ by at most one.
     *
     * @param capacity what there is to share, not negative
     * @param demands what each asks for, not negative, ascending
     * @param shares takes what each gets, in the order of the demands; the sum is min(capacity, sum of demands)
     */
    public static void of(long capacity, long[] demands, int count, long[] shares) {
        long left = capacity;
        for (int i = 0; i < count; i++) {
            shares[i] = Math.min(demands[i], left / (count - i));
            left -= shares[i];
        }
    }

    /** @return what one more would get who asks for all he can get */
    public static double ofNewcomer(long capacity, long[] demands, int count) {
        double left = capacity;
        int unserved = count + 1;
        for (int i = 0; i < count; i++) {
            if (demands[i] > left / unserved) {
                break;
            }
            left -= demands[i];
            unserved--;
        }
        return left / unserved;
    }
}
