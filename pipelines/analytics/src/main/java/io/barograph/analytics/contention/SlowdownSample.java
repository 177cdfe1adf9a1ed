package io.barograph.analytics.contention;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * A live slowdown of one operation.
 *
 * @param time end of its window, milliseconds since the epoch
 * @param operation probe operation
 * @param server server that the operations went to; empty for the file system
 * @param slowdown how many times slower than expected, over the hosts that agree with each other
 * @param slowClient of the file system: true if a host is slower than the others
 */
public record SlowdownSample(long time, String operation, String server, double slowdown, boolean slowClient) {
    /**
     * @param out where to
     * @throws IOException if writing fails
     */
    public void writeTo(DataOutput out) throws IOException {
        out.writeLong(time);
        out.writeUTF(operation);
        out.writeUTF(server);
        out.writeDouble(slowdown);
        out.writeBoolean(slowClient);
    }

    /**
     * @param in where from
     * @return what {@link #writeTo} wrote
     * @throws IOException if reading fails
     */
    public static SlowdownSample readFrom(DataInput in) throws IOException {
        return new SlowdownSample(in.readLong(), in.readUTF(), in.readUTF(), in.readDouble(), in.readBoolean());
    }
}
