package io.barograph.jobs.publish;

import io.barograph.influxdb.InfluxPoint;
import io.barograph.schemas.Capacity;
import io.barograph.schemas.CpuLoad;
import io.barograph.schemas.FullnessOfTargets;
import io.barograph.schemas.OstHosts;
import io.barograph.schemas.RateOfQuantity;
import io.barograph.schemas.RateOfServer;
import io.barograph.schemas.RatesOfServers;
import io.barograph.schemas.ServerRates;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Points of intervals and minutes: {@code file_system_rates}, {@code server_rates}, and by the minute and hour {@code
 * fullness}. What is not known is {@value UnknownValues#VALUE}; a kind of metadata operation that a file system does not count
 * has no field.
 */
final class SpanPoints {
    private static final long HOUR = 3_600_000;
    private static final String METADATA = "metadata_";

    /** Names of 128 characters, of four bytes each. */
    private static final int MAX_NAMES = 100;

    private static final RecordFields CPU = new RecordFields(CpuLoad.getClassSchema(), "hosts");
    private static final RecordFields HOSTS = new RecordFields(OstHosts.getClassSchema(), "hosts");
    private static final RecordFields FULLNESS = new RecordFields(FullnessOfTargets.getClassSchema(), "targets");

    private SpanPoints() {}

    static List<InfluxPoint> ofInterval(ServerRates rates) {
        List<InfluxPoint> points = new ArrayList<>();
        addRates(rates, "interval", points);
        return points;
    }

    /** At a full hour the fullness is that of the hour, too. */
    static List<InfluxPoint> ofMinute(ServerRates rates, boolean minutes, boolean hours) {
        List<InfluxPoint> points = new ArrayList<>();
        if (minutes) {
            addRates(rates, "minute", points);
            addFullness(rates, "minute", points);
        }
        if (hours && rates.getTo().toEpochMilli() % HOUR == 0) {
            addFullness(rates, "hour", points);
        }
        return points;
    }

    private static void addRates(ServerRates rates, String span, List<InfluxPoint> points) {
        InfluxPoint.Builder point = RatesPoints.point("file_system_rates", rates, span);
        addData(rates.getData(), point);
        addMetadata(rates.getMetadata(), point);
        addCpu("oss", rates.getOssCpu(), point);
        addCpu("mds", rates.getMdsCpu(), point);
        addHosts(rates.getHosts(), point);
        points.add(point.field("unlisted_servers", (long) rates.getUnlistedServers())
                .field("revision", (long) rates.getRevision())
                .at(PointTimes.ofMillis(rates.getTo())));
        for (RateOfServer server : rates.getServers()) {
            points.add(server(server, rates, span));
        }
    }

    private static void addData(RatesOfServers data, InfluxPoint.Builder point) {
        addServers("", data, point);
        Map<String, RateOfQuantity> quantities = data == null ? Map.of() : data.getQuantities();
        addBytes("read", quantities.get("readBytes"), point);
        addBytes("write", quantities.get("writeBytes"), point);
        addOperations("read", quantities.get("readOperations"), point);
        addOperations("write", quantities.get("writeOperations"), point);
    }

    private static void addServers(String prefix, RatesOfServers servers, InfluxPoint.Builder point) {
        List<String> silent = servers == null ? List.of() : servers.getSilentServers();
        point.field(
                        prefix + "missing_fraction",
                        servers == null ? UnknownValues.VALUE : UnknownValues.or(servers.getMissingFraction()))
                .field(prefix + "expected_servers", servers == null ? 0L : servers.getExpectedServers())
                .field(prefix + "restarts", servers == null ? 0L : servers.getRestarts())
                .field(prefix + "silent_servers", (long) silent.size())
                .field(prefix + "silent_server_names", names(silent));
    }

    /** A field of InfluxDB 1.x has 64 KiB at most, or the point is refused. */
    private static String names(List<String> servers) {
        int more = servers.size() - MAX_NAMES;
        return more <= 0
                ? String.join(" ", servers)
                : String.join(" ", servers.subList(0, MAX_NAMES)) + " and " + more + " more";
    }

    private static void addBytes(String direction, RateOfQuantity rate, InfluxPoint.Builder point) {
        point.field(direction + "_bytes", rate == null ? UnknownValues.VALUE : rate.getTotal())
                .field(direction + "_bytes_per_s", known(rate, RateOfQuantity::getPerSecond))
                .field(direction + "_bytes_per_s_smallest", known(rate, RateOfQuantity::getSmallestPerSecond))
                .field(direction + "_bytes_per_s_largest", known(rate, RateOfQuantity::getLargestPerSecond))
                .field(
                        direction + "_bytes_per_s_busiest_server",
                        known(rate, RateOfQuantity::getLargestServerPerSecond))
                .field(direction + "_max_over_mean", known(rate, RateOfQuantity::getMaximumOverMean))
                .field(direction + "_gini", known(rate, RateOfQuantity::getGini))
                .field(direction + "_zero_fraction", known(rate, RateOfQuantity::getZeroFraction));
    }

    private static <T> double known(T record, Function<T, Double> number) {
        return UnknownValues.or(record == null ? null : number.apply(record));
    }

    private static void addOperations(String direction, RateOfQuantity rate, InfluxPoint.Builder point) {
        point.field(direction + "_ops_per_s", known(rate, RateOfQuantity::getPerSecond));
    }

    private static void addMetadata(RatesOfServers metadata, InfluxPoint.Builder point) {
        addServers(METADATA, metadata, point);
        double sum = 0;
        Map<String, RateOfQuantity> kinds = new TreeMap<>(metadata == null ? Map.of() : metadata.getQuantities());
        for (Map.Entry<String, RateOfQuantity> kind : kinds.entrySet()) {
            sum += kind.getValue().getPerSecond();
            point.field(METADATA + kind.getKey() + "_per_s", kind.getValue().getPerSecond());
        }
        point.field(METADATA + "ops_per_s", kinds.isEmpty() ? UnknownValues.VALUE : sum);
    }

    private static void addCpu(String hosts, CpuLoad cpu, InfluxPoint.Builder point) {
        CPU.addTo(point, hosts + "_cpu_", cpu)
                .field(
                        hosts + "_silent_hosts",
                        cpu == null ? 0L : cpu.getSilentHosts().size());
    }

    private static void addHosts(OstHosts hosts, InfluxPoint.Builder point) {
        HOSTS.addTo(point, "", hosts).field("overloaded_hosts", hosts == null ? "" : names(hosts.getOverloadedHosts()));
    }

    private static InfluxPoint server(RateOfServer server, ServerRates rates, String span) {
        InfluxPoint.Builder point = RatesPoints.point("server_rates", rates, span)
                .tag("server", server.getServer())
                .tag("role", server.getRole().name().toLowerCase(Locale.ROOT))
                .field("missing_fraction", server.getMissingFraction());
        switch (server.getRole()) {
            case DATA ->
                point.field("read_bytes_per_s", UnknownValues.or(server.getReadBytesPerSecond()))
                        .field("write_bytes_per_s", UnknownValues.or(server.getWriteBytesPerSecond()))
                        .field("read_ops_per_s", UnknownValues.or(server.getReadOperationsPerSecond()))
                        .field("write_ops_per_s", UnknownValues.or(server.getWriteOperationsPerSecond()));
            case METADATA -> {
                Map<String, Double> kinds = server.getMetadataOperationsPerSecond();
                double sum = 0;
                for (double rate : new TreeMap<>(kinds == null ? Map.of() : kinds).values()) {
                    sum += rate;
                }
                point.field(METADATA + "ops_per_s", kinds == null ? UnknownValues.VALUE : sum);
            }
            default -> point.field("cpu_percent", UnknownValues.or(server.getCpuPercent()));
        }
        if (server.getUsedBytesFraction() != null || server.getUsedInodesFraction() != null) {
            point.field("used_bytes_fraction", UnknownValues.or(server.getUsedBytesFraction()))
                    .field("used_inodes_fraction", UnknownValues.or(server.getUsedInodesFraction()));
        }
        return point.at(PointTimes.ofMillis(rates.getTo()));
    }

    private static void addFullness(ServerRates rates, String span, List<InfluxPoint> points) {
        addFullness("ost", rates.getOstCapacity(), rates, span, points);
        addFullness("mdt", rates.getMdtCapacity(), rates, span, points);
    }

    private static void addFullness(
            String targets, Capacity capacity, ServerRates rates, String span, List<InfluxPoint> points) {
        if (capacity == null) {
            return;
        }
        InfluxPoint.Builder point = RatesPoints.point("fullness", rates, span).tag("targets", targets);
        FULLNESS.addTo(point, "bytes_", capacity.getBytes());
        FULLNESS.addTo(point, "inodes_", capacity.getInodes());
        points.add(point.at(PointTimes.ofMillis(rates.getTo())));
    }
}
