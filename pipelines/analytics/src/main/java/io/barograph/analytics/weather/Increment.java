package io.barograph.analytics.weather;

/**
 * What a server moved between two samples that follow each other, or the taking back of that.
 *
 * @param from instant of the earlier sample, milliseconds since the epoch
 * @param to instant of the later sample
 * @param moved what was moved; not negative, also when it is taken back
 * @param sign 1, or -1 if it is taken back
 * @param restarted true if a counter decreased: what was moved between the earlier sample and the restart is unknown,
 *     and the amount counts from zero
 */
public record Increment(long from, long to, Amounts moved, int sign, boolean restarted) {

    static Increment between(Reading earlier, Reading later, int sign) {
        return new Increment(
                earlier.time(),
                later.time(),
                later.counters().since(earlier.counters()),
                sign,
                later.counters().restartedSince(earlier.counters()));
    }
}
