package io.barograph.servers.operators;

import io.barograph.flink.topics.LateArrivalTime;
import io.barograph.schemas.ServerKind;
import io.barograph.schemas.ServerRole;
import io.barograph.schemas.ServerSample;
import io.barograph.servers.rates.QuantityAmounts;
import java.util.HashMap;
import java.util.Map;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichFlatMapFunction;
import org.apache.flink.metrics.Counter;
import org.apache.flink.util.Collector;

/**
 * Takes from each sample what the weather needs. A negative counter or a gauge that cannot be is left out as not known,
 * and counted; so is a sample of a server of unknown kind.
 */
final class SelectWeatherSamples extends RichFlatMapFunction<ServerSample, WeatherServerSample> {
    private transient Counter impossible;
    private transient Counter unknownKind;

    @Override
    public void open(OpenContext context) {
        impossible = getRuntimeContext().getMetricGroup().counter("impossibleValues");
        unknownKind = getRuntimeContext().getMetricGroup().counter("samplesOfUnknownKind");
    }

    @Override
    public void flatMap(ServerSample sample, Collector<WeatherServerSample> out) {
        ServerRole role = role(sample.getKind());
        if (role == ServerRole.UNKNOWN) {
            unknownKind.inc();
            return;
        }
        WeatherServerSample measurement = new WeatherServerSample(
                sample.getFileSystem(),
                role,
                sample.getServer(),
                sample.getHost() == null ? "" : sample.getHost(),
                sample.getTime().toEpochMilli(),
                LateArrivalTime.of(sample.getArrivedAt()),
                counters(role, sample),
                gauges(sample));
        out.collect(measurement);
        boolean cpuOfTheHost = role == ServerRole.DATA || role == ServerRole.METADATA;
        if (cpuOfTheHost && !Double.isNaN(measurement.gauges().cpuPercent())) {
            out.collect(ofHost(measurement));
        }
    }

    private static ServerRole role(ServerKind kind) {
        return switch (kind) {
            case OST, NSD -> ServerRole.DATA;
            case MDT -> ServerRole.METADATA;
            case OSS -> ServerRole.DATA_HOST;
            case MDS -> ServerRole.METADATA_HOST;
            case UNKNOWN -> ServerRole.UNKNOWN;
        };
    }

    /** Some sources report the CPU with the target: it is that of the host that serves it. */
    private static WeatherServerSample ofHost(WeatherServerSample target) {
        return new WeatherServerSample(
                target.fileSystem(),
                target.role() == ServerRole.DATA ? ServerRole.DATA_HOST : ServerRole.METADATA_HOST,
                target.host().isEmpty() ? target.server() : target.host(),
                target.host(),
                target.time(),
                target.arrivedAt(),
                QuantityAmounts.NONE,
                new ServerGauges(target.gauges().cpuPercent(), Double.NaN, Double.NaN));
    }

    private QuantityAmounts counters(ServerRole role, ServerSample sample) {
        return switch (role) {
            case DATA -> ofData(sample);
            case METADATA -> ofMetadata(sample);
            default -> QuantityAmounts.NONE;
        };
    }

    private QuantityAmounts ofData(ServerSample sample) {
        Long read = possible(sample.getReadBytes());
        Long write = possible(sample.getWriteBytes());
        Long reads = possible(sample.getReadOperations());
        Long writes = possible(sample.getWriteOperations());
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

    private QuantityAmounts ofMetadata(ServerSample sample) {
        if (sample.getMetadataOperations() == null) {
            return QuantityAmounts.NONE;
        }
        Map<String, Long> counters = new HashMap<>();
        sample.getMetadataOperations().forEach((kind, count) -> counters.put(kind, possible(count)));
        return QuantityAmounts.of(counters);
    }

    private Long possible(Long counter) {
        if (counter != null && counter < 0) {
            impossible.inc();
            return null;
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
}
