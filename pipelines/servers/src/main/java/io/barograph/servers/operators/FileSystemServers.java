package io.barograph.servers.operators;

import io.barograph.flink.state.BinaryType;
import io.barograph.flink.state.DelegatingFormat;
import io.barograph.schemas.BinaryCollections;
import io.barograph.schemas.ServerRole;
import io.barograph.servers.rates.HostLoads;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.EnumMap;
import java.util.Map;
import java.util.NavigableSet;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** What is kept of a file system beside its intervals: its servers, and how far its weather has been emitted. */
final class FileSystemServers {
    static final BinaryType<FileSystemServers> TYPE = DelegatingFormat.mutableTypeOf(
            FileSystemServers.class, 2, FileSystemServers::write, FileSystemServers::read);

    /** No label, no minute, no time. */
    static final long NONE = Long.MIN_VALUE;

    private final Map<ServerRole, ServerList> servers = new EnumMap<>(ServerRole.class);
    private ServerList hosts = new ServerList();
    private HostLoads hostLoads = new HostLoads();

    /** Latest label of any sample. */
    long latest = NONE;

    /** Latest label that was emitted. */
    long emittedTo = NONE;

    /** Latest label emitted that was not opened to say that nothing is known. */
    long lastOpened = NONE;

    /** Start of the minute of that label, if the minute was not emitted; else {@link #NONE}. */
    long openMinute = NONE;

    /** How often minutes of the kept history were emitted, by their start. */
    final SortedMap<Long, Integer> minuteRevisions = new TreeMap<>();

    /** Labels that were emitted and have changed since. */
    final NavigableSet<Long> changed = new TreeSet<>();

    /** When these are emitted again, event time. */
    long correctedAt = NONE;

    ServerList servers(ServerRole role) {
        return servers.computeIfAbsent(role, unknown -> new ServerList());
    }

    ServerList hosts() {
        return hosts;
    }

    HostLoads hostLoads() {
        return hostLoads;
    }

    boolean allSilentSince(long label) {
        return servers.values().stream().allMatch(list -> list.allSilentSince(label));
    }

    private static void write(FileSystemServers value, DataOutput out) throws IOException {
        out.writeByte(value.servers.size());
        for (Map.Entry<ServerRole, ServerList> role : value.servers.entrySet()) {
            out.writeByte(RoleCode.of(role.getKey()));
            role.getValue().writeTo(out);
        }
        value.hosts.writeTo(out);
        value.hostLoads.writeTo(out);
        out.writeLong(value.latest);
        out.writeLong(value.emittedTo);
        out.writeLong(value.lastOpened);
        out.writeLong(value.openMinute);
        BinaryCollections.writeMap(value.minuteRevisions, out, BinaryCollections.LONG, BinaryCollections.INT);
        BinaryCollections.write(value.changed, out, BinaryCollections.LONG);
        out.writeLong(value.correctedAt);
    }

    private static FileSystemServers read(DataInput in) throws IOException {
        FileSystemServers known = new FileSystemServers();
        int roles = in.readByte();
        for (int i = 0; i < roles; i++) {
            known.servers.put(RoleCode.role(in.readByte()), ServerList.readFrom(in));
        }
        known.hosts = ServerList.readFrom(in);
        known.hostLoads = HostLoads.readFrom(in);
        known.latest = in.readLong();
        known.emittedTo = in.readLong();
        known.lastOpened = in.readLong();
        known.openMinute = in.readLong();
        BinaryCollections.readMap(known.minuteRevisions, in, DataInput::readLong, DataInput::readInt);
        BinaryCollections.read(in, DataInput::readLong, known.changed::add);
        known.correctedAt = in.readLong();
        return known;
    }
}
