package io.barograph.servers.operators;

import io.barograph.flink.topics.LateArrivalTime;
import io.barograph.schemas.ServerKind;
import io.barograph.schemas.ServerSample;
import io.barograph.schemas.metrics.TargetUsage;
import io.barograph.servers.counters.QuantityAmounts;
import java.util.HashMap;
import java.util.Map;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichFlatMapFunction;
import org.apache.flink.metrics.Counter;
import org.apache.flink.util.Collector;

/**
 * Takes from each sample what the analysis needs. Negative counters are counted; so are a gauge that cannot be, which is left
 * out as not known, and a sample of a server of unknown kind.
 */
final class SelectServerMeasurements extends RichFlatMapFunction<ServerSample, ServerMeasurement> {
    private transient Counter impossible;
    private transient Counter unknownKind;

    @Override
    public void open(OpenContext context) {
        impossible = getRuntimeContext().getMetricGroup().counter("impossibleValues");
        unknownKind = getRuntimeContext().getMetricGroup().counter("samplesOfUnknownKind");
    }

    @Override
    public void flatMap(ServerSample sample, Collector<ServerMeasurement> out) {
        if (sample.getKind() == ServerKind.UNKNOWN) {
            unknownKind.inc();
            return;
        }
        boolean isDataServer = sample.getKind() == ServerKind.OST || sample.getKind() == ServerKind.NSD;
        out.collect(new ServerMeasurement(
                sample.getFileSystem(),
                sample.getServer(),
                sample.getKind(),
                sample.getHost() == null ? "" : sample.getHost(),
                sample.getTime().toEpochMilli(),
                LateArrivalTime.knownAt(sample.getPublishedAt(), sample.getArrivedAt()),
                LateArrivalTime.of(sample.getArrivedAt()),
                isDataServer ? data(sample) : QuantityAmounts.NONE,
                metadata(sample),
                gauges(sample),
                isDataServer ? capacity(sample) : null));
    }

    private QuantityAmounts data(ServerSample sample) {
        Long read = counted(sample.getReadBytes());
        Long write = counted(sample.getWriteBytes());
        Long reads = counted(sample.getReadOperations());
        Long writes = counted(sample.getWriteOperations());
        if (read != null && write != null && reads == null && writes == null) {
            return QuantityAmounts.ofBytes(read, write);
        }
        if (read != null && write != null && reads != null && writes != null) {
            return QuantityAmounts.ofData(read, write, reads, writes);
        }
        Map<String, Long> counters = new HashMap<>();
        counters.put(QuantityAmounts.READ_BYTES, read);
        counters.put(QuantityAmounts.WRITE_BYTES, write);
        counters.put(QuantityAmounts.READ_OPERATIONS, reads);
        counters.put(QuantityAmounts.WRITE_OPERATIONS, writes);
        return QuantityAmounts.of(counters);
    }

    private QuantityAmounts metadata(ServerSample sample) {
        if (sample.getMetadataOperations() == null
                || sample.getMetadataOperations().isEmpty()) {
            return QuantityAmounts.NONE;
        }
        sample.getMetadataOperations().values().forEach(this::counted);
        return QuantityAmounts.of(sample.getMetadataOperations()).possible();
    }

    private Long counted(Long counter) {
        if (counter != null && counter < 0) {
            impossible.inc();
        }
        return counter;
    }

    private ServerGauges gauges(ServerSample sample) {
        double cpu = sample.getCpuPercent() == null ? Double.NaN : sample.getCpuPercent();
        if (!Double.isNaN(cpu) && !(cpu >= 0 && Double.isFinite(cpu))) {
            impossible.inc();
            cpu = Double.NaN;
        }
        return new ServerGauges(
                cpu,
                usedFraction(sample.getUsedKibibytes(), sample.getFreeKibibytes(), sample.getTotalKibibytes()),
                usedFraction(sample.getUsedInodes(), sample.getFreeInodes(), sample.getTotalInodes()));
    }

    /** Used / total where the source states the total: some of it may be reserved, neither used nor free. */
    private double usedFraction(Long used, Long free, Long total) {
        if (used == null || (free == null && total == null)) {
            return Double.NaN;
        }
        double fraction = (double) used / (total == null ? used + free : total);
        if (!(fraction >= 0 && fraction <= 1)) {
            impossible.inc();
            return Double.NaN;
        }
        return fraction;
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
}
