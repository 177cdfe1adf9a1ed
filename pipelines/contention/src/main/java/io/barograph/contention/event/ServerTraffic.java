package io.barograph.contention.event;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

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

    public void writeTo(DataOutput out) throws IOException {
        out.writeDouble(readBytes);
        out.writeDouble(writeBytes);
        out.writeDouble(operations);
        out.writeLong(expected);
        out.writeLong(missing);
    }

    public static ServerTraffic readFrom(DataInput in) throws IOException {
        return new ServerTraffic(in.readDouble(), in.readDouble(), in.readDouble(), in.readLong(), in.readLong());
    }
}
