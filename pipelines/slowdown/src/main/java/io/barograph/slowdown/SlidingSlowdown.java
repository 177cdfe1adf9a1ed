package io.barograph.slowdown;

import io.barograph.schemas.BinaryCollections;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The live slowdown of one operation on one file system and on each of its servers at one instant.
 *
 * @param time end of the window, milliseconds since the epoch
 * @param factor how many times slower than expected, over the hosts that agree with each other; NaN if that is not
 *     known
 * @param calmMinutes calm minutes that the expectation rests on, counted up to {@value CalmMinutes#TRAINED}
 * @param hosts probing hosts that timed it in the window
 * @param slowClient true if a host is slower than the others
 * @param servers the same by the server that the operations went to, over all hosts; those that are known
 */
public record SlidingSlowdown(
        String fileSystem,
        String operation,
        long time,
        double factor,
        int calmMinutes,
        int hosts,
        boolean slowClient,
        Map<String, Double> servers) {
    public void writeTo(DataOutput out) throws IOException {
        out.writeUTF(fileSystem);
        out.writeUTF(operation);
        out.writeLong(time);
        out.writeDouble(factor);
        out.writeInt(calmMinutes);
        out.writeInt(hosts);
        out.writeBoolean(slowClient);
        BinaryCollections.writeMap(servers, out, BinaryCollections.TEXT, BinaryCollections.DOUBLE);
    }

    /** @return what {@link #writeTo} wrote */
    public static SlidingSlowdown readFrom(DataInput in) throws IOException {
        String fileSystem = in.readUTF();
        String operation = in.readUTF();
        long time = in.readLong();
        double factor = in.readDouble();
        int calmMinutes = in.readInt();
        int hosts = in.readInt();
        boolean slowClient = in.readBoolean();
        int size = in.readInt();
        Map<String, Double> servers = new LinkedHashMap<>();
        for (int i = 0; i < size; i++) {
            servers.put(in.readUTF(), in.readDouble());
        }
        return new SlidingSlowdown(fileSystem, operation, time, factor, calmMinutes, hosts, slowClient, servers);
    }
}
