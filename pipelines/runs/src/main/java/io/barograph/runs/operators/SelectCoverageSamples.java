package io.barograph.runs.operators;

import io.barograph.flink.topics.LateArrivalTime;
import io.barograph.schemas.ServerKind;
import io.barograph.schemas.ServerNames;
import io.barograph.schemas.ServerSample;
import io.barograph.schemas.metrics.TargetUsage;
import io.barograph.servers.history.CounterSample;
import io.barograph.servers.rates.QuantityAmounts;
import java.util.Map;
import java.util.TreeMap;
import org.apache.flink.api.common.functions.FlatMapFunction;
import org.apache.flink.util.Collector;

/**
 * Keeps what runs need: byte and operation counters, capacity and placement of data servers (OST, NSD), metadata operations,
 * CPU use of OSS and MDS.
 */
final class SelectCoverageSamples implements FlatMapFunction<ServerSample, CoverageServerSample> {
    @Override
    public void flatMap(ServerSample sample, Collector<CoverageServerSample> out) {
        long time = sample.getTime().toEpochMilli();
        long publishedAt = LateArrivalTime.knownAt(sample.getPublishedAt(), sample.getArrivedAt());
        boolean isDataServer = sample.getKind() == ServerKind.OST || sample.getKind() == ServerKind.NSD;
        CounterSample traffic = isDataServer ? traffic(sample, time, publishedAt) : null;
        QuantityAmounts operations = operations(sample.getMetadataOperations());
        double cpu = hasLoad(sample.getKind()) && sample.getCpuPercent() != null ? sample.getCpuPercent() : Double.NaN;
        TargetUsage capacity = isDataServer ? capacity(sample) : null;
        if (traffic == null && operations.isEmpty() && Double.isNaN(cpu) && capacity == null) {
            return;
        }
        out.collect(new CoverageServerSample(
                sample.getFileSystem(),
                ServerNames.withinFileSystem(sample.getServer()),
                sample.getKind(),
                time,
                publishedAt,
                traffic,
                operations,
                cpu,
                capacity));
    }

    private static CounterSample traffic(ServerSample sample, long time, long publishedAt) {
        return sample.getReadBytes() == null || sample.getWriteBytes() == null
                ? null
                : new CounterSample(
                        time,
                        publishedAt,
                        sample.getReadBytes(),
                        sample.getWriteBytes(),
                        orNotReported(sample.getReadOperations()),
                        orNotReported(sample.getWriteOperations()));
    }

    private static long orNotReported(Long counter) {
        return counter == null ? CounterSample.NOT_REPORTED : counter;
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

    private static boolean hasLoad(ServerKind kind) {
        return kind == ServerKind.OSS || kind == ServerKind.MDS || kind == ServerKind.MDT;
    }
}
