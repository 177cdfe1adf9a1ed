package io.barograph.analytics.weather;

/**
 * Space and inodes of one target at one instant.
 *
 * @param usedKibibytes KiB in use
 * @param freeKibibytes KiB that are free; used and free make up the target
 * @param usedInodes inodes in use
 * @param freeInodes inodes that are free
 */
public record Space(long usedKibibytes, long freeKibibytes, long usedInodes, long freeInodes) {

    /** @return KiB used / KiB, 0 to 1; NaN if the target has none */
    public double usedBytesFraction() {
        return fraction(usedKibibytes, freeKibibytes);
    }

    /** @return inodes used / inodes, 0 to 1; NaN if the target has none */
    public double usedInodesFraction() {
        return fraction(usedInodes, freeInodes);
    }

    private static double fraction(long used, long free) {
        return (double) used / (used + free);
    }
}
