package io.barograph.servers.counters;

import java.util.Set;
import java.util.TreeSet;

/**
 * What a server moved between two samples that follow each other, or the taking back of that.
 *
 * @param from instant of the earlier sample, milliseconds since the epoch
 * @param to instant of the later sample
 * @param publishedAt {@link #IN_TIME}, or since when it is known: publication time of the late sample that caused it,
 *     milliseconds since the epoch
 * @param moved what was moved; not negative, also when it is taken back
 * @param sign 1, or -1 if it is taken back
 * @param restartedQuantities those that decreased: what was moved between the earlier sample and the restart is unknown,
 *     and the amount counts from zero
 * @param quantitiesAtFault those of which it is not known what was moved, although both samples report them
 */
public record CounterIncrement(
        long from,
        long to,
        long publishedAt,
        QuantityAmounts moved,
        int sign,
        Set<String> restartedQuantities,
        Set<String> quantitiesAtFault) {
    /** Value of {@code publishedAt} of what was published within the lateness. */
    public static final long IN_TIME = Long.MIN_VALUE;

    /**
     * @param atFault quantities that the samples before these show to be at fault
     * @return what the two samples, which follow each other, say of the interval between them
     */
    static CounterIncrement between(
            CounterSample before,
            CounterSample after,
            Set<String> atFault,
            CounterBounds bounds,
            int sign,
            long publishedAt) {
        long from = before.time();
        long to = after.time();
        if (CounterRule.beginsAnew(from, to)) {
            return new CounterIncrement(from, to, publishedAt, QuantityAmounts.NONE, sign, Set.of(), Set.of());
        }
        QuantityAmounts was = before.counters();
        QuantityAmounts is = after.counters();
        long[] moved = new long[is.size()];
        Set<String> restarted = Set.of();
        Set<String> faults = Set.of();
        for (int i = 0; i < moved.length; i++) {
            String quantity = is.quantity(i);
            int same = was.indexOf(quantity, i);
            moved[i] = QuantityAmounts.UNKNOWN;
            if (same < 0) {
                continue;
            }
            long amount = atFault.contains(quantity)
                    ? CounterRule.FAULT
                    : CounterRule.moved(was.value(same), is.value(i), to - from, bounds.maxPerSecond(quantity));
            if (amount == CounterRule.FAULT) {
                faults = with(faults, quantity);
                continue;
            }
            moved[i] = amount;
            if (is.value(i) < was.value(same)) {
                restarted = with(restarted, quantity);
            }
        }
        return new CounterIncrement(from, to, publishedAt, is.withValues(moved), sign, restarted, faults);
    }

    private static Set<String> with(Set<String> quantities, String one) {
        Set<String> more = quantities.isEmpty() ? new TreeSet<>() : quantities;
        more.add(one);
        return more;
    }

    /** @return true if a counter decreased */
    public boolean restarted() {
        return !restartedQuantities.isEmpty();
    }

    /**
     * @return true if what was moved is not known, or not of all quantities: a counter is at fault, or the gap is too long;
     *     these quantities are absent
     */
    public boolean fault() {
        return !quantitiesAtFault.isEmpty() || isTooLong();
    }

    /** @return true if the gap is so long that nothing is known of it */
    public boolean isTooLong() {
        return CounterRule.beginsAnew(from, to);
    }
}
