package io.barograph.servers.rates;

/**
 * What a server moved between two samples that follow each other, or the taking back of that.
 *
 * @param from instant of the earlier sample, milliseconds since the epoch
 * @param to instant of the later sample
 * @param moved what was moved; not negative, also when it is taken back
 * @param sign 1, or -1 if it is taken back
 * @param restarted true if a counter decreased: what was moved between the earlier sample and the restart is unknown,
 *     and the amount counts from zero
 * @param fault true if what was moved is not known, or not of all quantities: a counter is at fault, or the gap is too
 *     long; these quantities are absent
 */
public record CounterIncrement(long from, long to, QuantityAmounts moved, int sign, boolean restarted, boolean fault) {
    boolean takesBack(CounterIncrement other) {
        return from == other.from
                && to == other.to
                && sign == -other.sign
                && restarted == other.restarted
                && fault == other.fault
                && moved.equals(other.moved);
    }
}
