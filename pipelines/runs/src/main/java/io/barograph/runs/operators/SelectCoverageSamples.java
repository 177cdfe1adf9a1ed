package io.barograph.runs.operators;

import io.barograph.flink.topics.LateArrivalTime;
import io.barograph.schemas.ServerKind;
import io.barograph.schemas.ServerNames;
import io.barograph.schemas.ServerSample;
import io.barograph.schemas.metrics.TargetUsage;
import io.barograph.servers.rates.QuantityAmounts;
import java.util.Map;
import java.util.TreeMap;
import org.apache.flink.api.common.functions.FlatMapFunction;
import org.apache.flink.util.Collector;

/**
 * Keeps what the weather of a run needs besides the bytes of data servers: metadata operations, CPU use of OSS and MDS,
 * capacity and placement of data servers.
 */
final class SelectCoverageSamples implements FlatMapFunction<ServerSample, CoverageServerSample> {
    @Override
    public void flatMap(ServerSample sample, Collector<CoverageServerSample> out) {
        QuantityAmounts operations = operations(sample.getMetadataOperations());
        double cpu = hasLoad(sample.getKind()) && sample.getCpuPercent() != null ? sample.getCpuPercent() : Double.NaN;
        TargetUsage capacity = isDataServer(sample.getKind()) ? capacity(sample) : null;
        if (operations.isEmpty() && Double.isNaN(cpu) && capacity == null) {
            return;
        }
        out.collect(new CoverageServerSample(
                sample.getFileSystem(),
                ServerNames.withinFileSystem(sample.getServer()),
                sample.getKind(),
                sample.getTime().toEpochMilli(),
                LateArrivalTime.knownAt(sample.getPublishedAt(), sample.getArrivedAt()),
                operations,
                cpu,
                capacity));
    }

    /** A counter below zero is none: what it counts is not known. */
    private static QuantityAmounts operations(Map<String, Long> counters) {
        if (counters == null || counters.isEmpty()) {
            return QuantityAmounts.NONE;
        }
        Map<String, Long> known = new TreeMap<>(counters);
        known.values().removeIf(counter -> counter == null || counter < 0);
        return QuantityAmounts.of(known);
    }

    private static TargetUsage capacity(ServerSample sample) {
        Long used = sample.getUsedKibibytes();
        Long total = sample.getTotalKibibytes();
        if (total == null && used != null && sample.getFreeKibibytes() != null) {
            total = used + sample.getFreeKibibytes();
        }
        boolean space = used != null && total != null;
        if (!space && sample.getHost() == null) {
            return null;
        }
        return new TargetUsage(
                sample.getTime().toEpochMilli(),
                space ? used : TargetUsage.NOT_KNOWN,
                space ? total : TargetUsage.NOT_KNOWN,
                sample.getHost() == null ? "" : sample.getHost());
    }

    private static boolean isDataServer(ServerKind kind) {
        return kind == ServerKind.OST || kind == ServerKind.NSD;
    }

    private static boolean hasLoad(ServerKind kind) {
        return kind == ServerKind.OSS || kind == ServerKind.MDS || kind == ServerKind.MDT;
    }
}
