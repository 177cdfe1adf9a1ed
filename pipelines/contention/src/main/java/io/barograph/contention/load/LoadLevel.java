package io.barograph.contention.load;

import io.barograph.schemas.EventType;

/**
 * A load beside what it usually is.
 *
 * @param type READ, WRITE or METADATA; HOTSPOT for that of one server; ALL for reads and writes together
 * @param perSecond mean over the window of the live slowdown, bytes/s or operations/s; NaN if not known
 * @param low what {@link HarmlessLevels} calls busy; NaN if it is not known
 * @param high as in {@link HarmlessLevels}; NaN if it is not known
 * @param most as in {@link HarmlessLevels}; NaN if it is not known
 * @param crossedAt label of the sample with which it rose above {@code high}, within twice the window
 * @param hasRisen false if it has been above {@code high} for twice the window
 * @param step largest rise within a third of the window, of the newest samples; NaN of one server, and if those do not
 *     reach back twice the window
 * @param held newest sample / largest one of the window; NaN of one server
 */
public record LoadLevel(
        EventType type,
        double perSecond,
        double low,
        double high,
        double most,
        boolean provisional,
        long crossedAt,
        boolean hasRisen,
        double step,
        double held) {
    private static final double FAR = 1.2;
    private static final double MANY_TIMES = 2.5;
    private static final double ONE_STEP = 0.75;
    private static final double HELD = 0.8;

    /** @return true if it explains that operations are slow since it rose */
    public boolean isHigh() {
        return perSecond > high;
    }

    /** @return true if no load was nearly so high without harm */
    public boolean isFarBeyondAll() {
        return perSecond > FAR * most;
    }

    /** @return true if it is so high as short loads of a busy site are not */
    public boolean isManyTimesHigh() {
        return perSecond > MANY_TIMES * high;
    }

    /**
     * @return false if less than three quarters of what is unusual came at once, or it falls again: what one job makes comes
     *     at once and stays, the loads of many add up one by one
     */
    public boolean isOneStep() {
        return !(step < ONE_STEP * (perSecond - low)) && !(held < HELD);
    }

    /** @return true if such a load has hardly ever been without harm */
    public boolean isBeyondAll() {
        return perSecond > most;
    }

    /** @return true if it is known not to explain it */
    public boolean isLow() {
        return perSecond < low;
    }

    /** @return true if it is further above the usual: by the difference, in different units by the ratio */
    public boolean isFurtherUpThan(LoadLevel other) {
        return isOfUnitOf(other)
                ? perSecond - high > other.perSecond - other.high
                : perSecond / high > other.perSecond / other.high;
    }

    /** @return true if it is at least as large, in different units in relation to the usual */
    public boolean isAtLeast(LoadLevel other) {
        return isOfUnitOf(other) ? perSecond >= other.perSecond : perSecond / high >= other.perSecond / other.high;
    }

    private boolean isOfUnitOf(LoadLevel other) {
        return (type == EventType.METADATA) == (other.type == EventType.METADATA);
    }
}
