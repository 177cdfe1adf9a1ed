package io.barograph.contention.event;

/** What servers moved in some time. */
public record ServerTraffic(double readBytes, double writeBytes, double operations, long expected, long missing) {
    /** Nothing. */
    public static final ServerTraffic NONE = new ServerTraffic(0, 0, 0, 0, 0);

    public ServerTraffic plus(ServerTraffic other) {
        return new ServerTraffic(
                readBytes + other.readBytes,
                writeBytes + other.writeBytes,
                operations + other.operations,
                expected + other.expected,
                missing + other.missing);
    }

    /** @return samples missing / samples expected; NaN if none was expected */
    public double missingFraction() {
        return expected == 0 ? Double.NaN : (double) missing / expected;
    }
}
