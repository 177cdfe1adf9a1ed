package io.barograph.servers.operators;

import io.barograph.flink.state.BinaryType;
import io.barograph.flink.state.DelegatingFormat;
import io.barograph.schemas.ServerRole;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;

/** What all servers of a file system did in one interval. */
final class IntervalWeather {
    static final BinaryType<IntervalWeather> TYPE =
            DelegatingFormat.mutableTypeOf(IntervalWeather.class, 1, IntervalWeather::write, IntervalWeather::read);

    private static final int NO_HOST = -1;

    private final Map<ServerRole, RoleInterval> roles = new EnumMap<>(ServerRole.class);
    /** By number of the data server, number of the host that serves it. */
    private int[] hosts = {};

    private int revision;

    RoleInterval role(ServerRole role) {
        RoleInterval known = roles.get(role); // asked for several times for each server and interval
        return known == null ? roles.computeIfAbsent(role, unknown -> new RoleInterval()) : known;
    }

    /** Of two hosts that claim a server in one interval the one with the later name counts: any rule will do. */
    void noteHost(int server, int host, ServerList hostNames) {
        if (server >= hosts.length) {
            int before = hosts.length;
            hosts = Arrays.copyOf(hosts, Math.max(server + 1, before * 2));
            Arrays.fill(hosts, before, hosts.length, NO_HOST);
        }
        if (hosts[server] == NO_HOST || hostNames.name(hosts[server]).compareTo(hostNames.name(host)) < 0) {
            hosts[server] = host;
        }
    }

    /** Number of the host; negative if it is not known. */
    int host(int server) {
        return server < hosts.length ? hosts[server] : NO_HOST;
    }

    /** How often this interval was emitted. */
    int revision() {
        return revision;
    }

    void emit() {
        revision++;
    }

    private static void write(IntervalWeather value, DataOutput out) throws IOException {
        out.writeByte(value.roles.size());
        for (Map.Entry<ServerRole, RoleInterval> role : value.roles.entrySet()) {
            out.writeByte(RoleCode.of(role.getKey()));
            role.getValue().writeTo(out);
        }
        out.writeInt(value.hosts.length);
        for (int host : value.hosts) {
            out.writeInt(host);
        }
        out.writeInt(value.revision);
    }

    private static IntervalWeather read(DataInput in) throws IOException {
        IntervalWeather weather = new IntervalWeather();
        int roles = in.readByte();
        for (int i = 0; i < roles; i++) {
            weather.roles.put(RoleCode.role(in.readByte()), RoleInterval.readFrom(in));
        }
        weather.hosts = new int[in.readInt()];
        for (int i = 0; i < weather.hosts.length; i++) {
            weather.hosts[i] = in.readInt();
        }
        weather.revision = in.readInt();
        return weather;
    }
}
