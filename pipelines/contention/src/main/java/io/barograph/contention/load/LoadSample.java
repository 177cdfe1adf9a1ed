package io.barograph.contention.load;

import io.barograph.contention.event.ServerTraffic;
import io.barograph.schemas.EventType;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * What the servers of a file system did in one interval.
 *
 * @param time label: end of the interval, milliseconds since the epoch
 * @param readPerSecond bytes/s read; NaN if no server reports it
 * @param writePerSecond bytes/s written; NaN if no server reports it
 * @param operationsPerSecond metadata operations/s; NaN if no server reports it
 * @param expected samples that should be there, of all servers
 */
public record LoadSample(
        long time,
        int intervalMillis,
        double readPerSecond,
        double writePerSecond,
        double operationsPerSecond,
        int expected,
        int missing,
        List<ServerLoad> servers) {
    /** A damaged length asks for no more memory than that at once. */
    private static final int MAX_AT_ONCE = 100_000;

    private static final Comparator<ServerLoad> BY_NAME = Comparator.comparing(ServerLoad::server);

    /** Copies the list, in the order of names. */
    public LoadSample {
        servers = servers.stream().sorted(BY_NAME).toList(); // in one pass if they are in order, as they mostly are
    }

    /**
     * @param type READ, WRITE, METADATA, or ALL for reads and writes together
     * @return bytes/s or operations/s; NaN if not known
     */
    public double perSecond(EventType type) {
        return switch (type) {
            case READ -> readPerSecond;
            case WRITE -> writePerSecond;
            case METADATA -> operationsPerSecond;
            default -> readPerSecond + writePerSecond;
        };
    }

    /**
     * Most servers decide, so that neither a lost sample nor one under a wrong name does.
     *
     * @param before what is known so far
     * @return true if the servers of the metadata keep data as well
     */
    public boolean isOfSharedServers(boolean before) {
        int balance = 0;
        for (ServerLoad server : servers) {
            if (!Double.isNaN(server.operationsPerSecond())) {
                balance += server.metadata() ? -1 : 1;
            }
        }
        return balance == 0 ? before : balance > 0;
    }

    /** @return what that server did; null if it is not among them */
    public ServerLoad of(String server) {
        int low = 0;
        int high = servers.size() - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            ServerLoad one = servers.get(middle);
            int order = one.server().compareTo(server);
            if (order == 0) {
                return one;
            }
            if (order < 0) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return null;
    }

    /** @return what it moved in the interval, as far as is known */
    public ServerTraffic traffic(String server) {
        double seconds = intervalMillis / 1e3;
        if (server.isEmpty()) {
            return new ServerTraffic(
                    known(readPerSecond) * seconds,
                    known(writePerSecond) * seconds,
                    known(operationsPerSecond) * seconds,
                    expected,
                    missing);
        }
        ServerLoad one = of(server);
        return one == null
                ? new ServerTraffic(0, 0, 0, 1, 1)
                : new ServerTraffic(
                        known(one.readPerSecond()) * seconds,
                        known(one.writePerSecond()) * seconds,
                        known(one.operationsPerSecond()) * seconds,
                        1,
                        0);
    }

    private static double known(double value) {
        return Double.isNaN(value) ? 0 : value;
    }

    public void writeTo(DataOutput out) throws IOException {
        writeTo(out, null);
    }

    /**
     * Names of servers take most of the space and time; those of samples that follow each other are the same.
     *
     * @param before the sample that was written before; null if there is none
     */
    public void writeTo(DataOutput out, LoadSample before) throws IOException {
        out.writeLong(time);
        out.writeInt(intervalMillis);
        out.writeDouble(readPerSecond);
        out.writeDouble(writePerSecond);
        out.writeDouble(operationsPerSecond);
        out.writeInt(expected);
        out.writeInt(missing);
        boolean sameServers = before != null && hasServersOf(before);
        out.writeBoolean(sameServers);
        if (!sameServers) {
            out.writeInt(servers.size());
            for (ServerLoad server : servers) {
                out.writeUTF(server.server());
                out.writeBoolean(server.metadata());
            }
        }
        for (ServerLoad server : servers) {
            out.writeDouble(server.readPerSecond());
            out.writeDouble(server.writePerSecond());
            out.writeDouble(server.operationsPerSecond());
        }
    }

    private boolean hasServersOf(LoadSample other) {
        if (servers.size() != other.servers.size()) {
            return false;
        }
        for (int i = 0; i < servers.size(); i++) {
            ServerLoad one = servers.get(i);
            ServerLoad another = other.servers.get(i);
            if (one.metadata() != another.metadata() || !one.server().equals(another.server())) {
                return false;
            }
        }
        return true;
    }

    /** @return what {@link #writeTo(DataOutput)} wrote */
    public static LoadSample readFrom(DataInput in) throws IOException {
        return readFrom(in, null);
    }

    /** @param before the sample that was read before; null if there is none */
    public static LoadSample readFrom(DataInput in, LoadSample before) throws IOException {
        long time = in.readLong();
        int interval = in.readInt();
        double read = in.readDouble();
        double write = in.readDouble();
        double operations = in.readDouble();
        int expected = in.readInt();
        int missing = in.readInt();
        boolean sameServers = in.readBoolean();
        List<ServerLoad> named = sameServers ? before.servers : readNames(in);
        List<ServerLoad> servers = new ArrayList<>(named.size());
        for (ServerLoad server : named) {
            servers.add(new ServerLoad(
                    server.server(), server.metadata(), in.readDouble(), in.readDouble(), in.readDouble()));
        }
        return new LoadSample(time, interval, read, write, operations, expected, missing, servers);
    }

    private static List<ServerLoad> readNames(DataInput in) throws IOException {
        int size = in.readInt();
        List<ServerLoad> named = new ArrayList<>(Math.min(size, MAX_AT_ONCE));
        for (int i = 0; i < size; i++) {
            named.add(new ServerLoad(in.readUTF(), in.readBoolean(), Double.NaN, Double.NaN, Double.NaN));
        }
        return named;
    }
}
