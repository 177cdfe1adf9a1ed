package io.barograph.contention.load;

import java.time.Duration;

/**
 * When a condition begins and ends.
 *
 * @param open it begins with values from this one up
 * @param close it ends with values below this one, which is not above {@code open}
 * @param openAfter number of such values, running, that it takes to begin
 * @param closeAfter number of such values, running, that it takes to end
 */
public record HysteresisLevel(double open, double close, int openAfter, int closeAfter, Duration longestGap) {
    public HysteresisLevel {
        if (!(close <= open)) {
            throw new IllegalArgumentException("a condition that begins at " + open + " cannot end below " + close
                    + "; the level to close must not be above the one to open");
        }
        if (openAfter < 1 || closeAfter < 1 || longestGap.isNegative() || longestGap.isZero()) {
            throw new IllegalArgumentException("a condition takes at least one value to begin and one to end, and a"
                    + " longest gap above zero, not " + openAfter + ", " + closeAfter + " and " + longestGap);
        }
    }
}
