package io.barograph.sources.lustre;

import io.barograph.runtime.FileSystemNameResolver;
import io.barograph.schemas.ServerKind;
import io.barograph.schemas.ServerSample;
import java.time.Duration;
import java.util.function.Consumer;

/**
 * Makes samples with what all samples of a collector share; the caller adds the time and what was measured.
 *
 * @param notes takes a line for each file system that the catalogue does not have
 */
record LustreSampleFactory(
        String collector, FileSystemNameResolver fileSystems, Consumer<String> notes, Duration interval) {
    /**
     * @param host host that serves it; null if that is not known
     * @return a sample without values
     */
    ServerSample target(TargetName target, String host) {
        return sample(target.fileSystem(), target.name(), target.kind(), host);
    }

    /**
     * @param fileSystem Lustre's name of a file system that the host serves
     * @return a sample without values
     */
    ServerSample host(String fileSystem, String host, ServerKind kind) {
        return sample(fileSystem, host, kind, host);
    }

    private ServerSample sample(String fileSystem, String server, ServerKind kind, String host) {
        ServerSample sample = new ServerSample();
        sample.setFileSystem(fileSystems.nameOrAsCalled(fileSystem, notes));
        sample.setServer(server);
        sample.setKind(kind);
        sample.setHost(host);
        sample.setCollector(collector);
        sample.setIntervalMillis(Math.toIntExact(interval.toMillis()));
        return sample;
    }

    /** Sets size, free and used space; what is used is unknown when more is free than there is. */
    static void space(ServerSample sample, Long freeKibibytes, Long totalKibibytes) {
        sample.setFreeKibibytes(freeKibibytes);
        sample.setTotalKibibytes(totalKibibytes);
        sample.setUsedKibibytes(used(freeKibibytes, totalKibibytes));
    }

    /** Sets number, free and used inodes; what is used is unknown when more is free than there is. */
    static void inodes(ServerSample sample, Long freeInodes, Long totalInodes) {
        sample.setFreeInodes(freeInodes);
        sample.setTotalInodes(totalInodes);
        sample.setUsedInodes(used(freeInodes, totalInodes));
    }

    private static Long used(Long free, Long total) {
        return free == null || total == null || free > total ? null : Long.valueOf(total - free);
    }

    static ServerKind hostKind(ServerKind target) {
        return target == ServerKind.OST ? ServerKind.OSS : ServerKind.MDS;
    }
}
