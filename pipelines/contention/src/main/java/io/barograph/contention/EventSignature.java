package io.barograph.contention;

/**
 * What an event looked like. Two are compared by how far their parts are from each other,
 *
 * <pre>
 * duration, amount, peak, period   |log2(a / b)|: 1 for a factor of two
 * part read                        |a - b| / 0.25
 * a period in one of them only     1
 * </pre>
 *
 * <p>and the distance of two is that of the parts furthest apart. Up to 1 they are alike: no part differs by more than a
 * factor of two, or a quarter of the mix.
 *
 * @param amount bytes read and written, or metadata operations
 * @param readPart bytes read / bytes read and written; NaN if none were moved
 * @param periodSeconds dominant period; NaN if there is none
 */
public record EventSignature(
        double seconds, double amount, double peakPerSecond, double readPart, double periodSeconds) {
    /** Events up to this distance are alike. */
    public static final double ALIKE = 1;

    private static final double QUARTER = 0.25;

    public EventSignature {
        if (!(seconds > 0 && amount >= 0 && peakPerSecond >= 0) || readPart < 0 || readPart > 1 || periodSeconds <= 0) {
            throw new IllegalArgumentException("no event takes " + seconds + " s, moves " + amount + ", peaks at "
                    + peakPerSecond + " per second, reads a part of " + readPart + " and has a period of "
                    + periodSeconds + " s");
        }
    }

    /** @return 0 if they are the same; infinite if one moved something and the other nothing */
    public double distance(EventSignature other) {
        double distance = octaves(seconds, other.seconds);
        distance = Math.max(distance, octaves(amount, other.amount));
        distance = Math.max(distance, octaves(peakPerSecond, other.peakPerSecond));
        distance = Math.max(distance, octaves(periodSeconds, other.periodSeconds));
        double mix = Double.isNaN(readPart) || Double.isNaN(other.readPart)
                ? 0
                : Math.abs(readPart - other.readPart) / QUARTER;
        return Math.max(distance, mix);
    }

    private static double octaves(double a, double b) {
        if (Double.isNaN(a) || Double.isNaN(b)) {
            return Double.isNaN(a) && Double.isNaN(b) ? 0 : 1;
        }
        return a == b ? 0 : Math.abs(StrictMath.log(a / b)) / StrictMath.log(2);
    }

    /** @return true if they are alike */
    public boolean isLike(EventSignature other) {
        return distance(other) <= ALIKE;
    }
}
