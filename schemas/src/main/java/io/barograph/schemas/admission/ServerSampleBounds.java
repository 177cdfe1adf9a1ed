package io.barograph.schemas.admission;

import io.barograph.schemas.ServerKind;
import io.barograph.schemas.ServerSample;

/** Bounds of {@link ServerSample}. */
final class ServerSampleBounds {
    /** Sources count the load of all processors of a host together, or round beyond 100; 1 000 processors at most. */
    private static final double MAX_PERCENT = 100_000;

    private ServerSampleBounds() {}

    static void check(ServerSample sample, FieldChecks checks) {
        checks.name("fileSystem", sample.getFileSystem());
        checks.name("server", sample.getServer());
        checks.optionalName("host", sample.getHost());
        checks.optionalName("collector", sample.getCollector());
        checks.optionalName("state", sample.getState());
        if (sample.getKind() == ServerKind.UNKNOWN) {
            checks.refuse(
                    "kind",
                    sample.getKind(),
                    "this version does not know such servers; upgrade the analysis before the collectors");
        }
        checks.time("time", sample.getTime());
        checks.time("publishedAt", sample.getPublishedAt());
        checks.time("arrivedAt", sample.getArrivedAt());
        checks.notAfter("time", sample.getTime(), "publishedAt", sample.getPublishedAt(), FieldChecks.MAX_AHEAD);
        checks.interval(sample.getIntervalMillis());
        checks.counter("readBytes", sample.getReadBytes());
        checks.counter("writeBytes", sample.getWriteBytes());
        checks.counter("readOperations", sample.getReadOperations());
        checks.counter("writeOperations", sample.getWriteOperations());
        checks.counter("readWriteOperations", sample.getReadWriteOperations());
        checks.counters("metadataOperations", sample.getMetadataOperations());
        checks.number("cpuPercent", sample.getCpuPercent(), 0, MAX_PERCENT);
        checks.number("memoryPercent", sample.getMemoryPercent(), 0, MAX_PERCENT);
        checks.counter("usedKibibytes", sample.getUsedKibibytes());
        checks.counter("freeKibibytes", sample.getFreeKibibytes());
        checks.counter("totalKibibytes", sample.getTotalKibibytes());
        checks.counter("usedInodes", sample.getUsedInodes());
        checks.counter("freeInodes", sample.getFreeInodes());
        checks.counter("totalInodes", sample.getTotalInodes());
        checks.counter("exports", sample.getExports());
        checks.counter("connects", sample.getConnects());
        checks.counter("reconnects", sample.getReconnects());
        checks.counter("locks", sample.getLocks());
        checks.counter("lockGrantRate", sample.getLockGrantRate());
        checks.counter("lockCancelRate", sample.getLockCancelRate());
        checks.counter("networkBytes", sample.getNetworkBytes());
    }
}
