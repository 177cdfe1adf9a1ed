package io.barograph.sources.capacity;

import io.barograph.schemas.ServerKind;
import io.barograph.schemas.ServerSample;
import java.time.Instant;

/** What one dump says of one target. What it does not say stays null. */
final class TargetCapacity {
    private final String server;
    private final ServerKind kind;
    private String host;
    private String deviceState;
    private String complaint;
    private Amounts kibibytes;
    private Amounts inodes;

    /** Of space or inodes; total may be more than used + free where some is reserved. */
    record Amounts(long total, long used, long free) {}

    /** @param server name; empty for a whole file system, which is called what records call it */
    TargetCapacity(String server, ServerKind kind) {
        this.server = server;
        this.kind = kind;
    }

    /** @return what the dump calls the file system; null where it does not say, as mmdf */
    String fileSystem() {
        return kind == ServerKind.NSD ? null : server.substring(0, server.lastIndexOf('-'));
    }

    String server() {
        return server;
    }

    /** A target that is mounted twice is listed twice; the first one counts. */
    void placement(String newHost, String newState) {
        if (host == null) {
            host = newHost;
            deviceState = newState;
        }
    }

    /** Why there are no amounts says more than the state of the device. */
    void complaint(String newComplaint) {
        complaint = complaint == null ? newComplaint : complaint;
    }

    void kibibytes(Amounts amounts) {
        kibibytes = kibibytes == null ? amounts : kibibytes;
    }

    void inodes(Amounts amounts) {
        inodes = inodes == null ? amounts : inodes;
    }

    /** Takes over what it does not know itself. */
    void add(TargetCapacity other) {
        placement(other.host, other.deviceState);
        complaint(other.complaint);
        kibibytes(other.kibibytes);
        inodes(other.inodes);
    }

    /** @return a sample that counts as published when it was taken */
    ServerSample sample(String fileSystem, Instant time, int intervalMillis) {
        ServerSample.Builder sample = ServerSample.newBuilder()
                .setFileSystem(fileSystem)
                .setServer(server.isEmpty() ? fileSystem : server)
                .setHost(host)
                .setKind(kind)
                .setTime(time)
                .setPublishedAt(time)
                .setIntervalMillis(intervalMillis)
                .setCollector("capacity")
                .setState(complaint == null ? deviceState : complaint);
        if (kibibytes != null) {
            sample.setTotalKibibytes(kibibytes.total())
                    .setUsedKibibytes(kibibytes.used())
                    .setFreeKibibytes(kibibytes.free());
        }
        if (inodes != null) {
            sample.setTotalInodes(inodes.total()).setUsedInodes(inodes.used()).setFreeInodes(inodes.free());
        }
        return sample.build();
    }
}
