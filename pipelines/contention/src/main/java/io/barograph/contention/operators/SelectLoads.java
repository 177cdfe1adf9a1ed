package io.barograph.contention.operators;

import io.barograph.contention.capacity.SpaceSample;
import io.barograph.contention.load.LoadSample;
import io.barograph.contention.load.ServerLoad;
import io.barograph.schemas.Capacity;
import io.barograph.schemas.EventType;
import io.barograph.schemas.FullnessOfTargets;
import io.barograph.schemas.RateOfQuantity;
import io.barograph.schemas.RateOfServer;
import io.barograph.schemas.RatesOfServers;
import io.barograph.schemas.ServerRates;
import io.barograph.schemas.ServerRole;
import io.barograph.schemas.Span;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.functions.FlatMapFunction;
import org.apache.flink.util.Collector;

/** Takes load and fullness from the weather of each interval; a correction comes too late to change a decision. */
final class SelectLoads implements FlatMapFunction<ServerRates, ContentionInput> {
    @Override
    public void flatMap(ServerRates rates, Collector<ContentionInput> out) {
        if (rates.getSpan() != Span.INTERVAL || rates.getRevision() > 1) {
            return;
        }
        long time = rates.getTo().toEpochMilli();
        String fileSystem = rates.getFileSystem();
        out.collect(new ContentionInput(fileSystem, time, load(time, rates)));
        for (SpaceSample space : spaces(time, rates)) {
            out.collect(new ContentionInput(fileSystem, time, space));
        }
    }

    private static LoadSample load(long time, ServerRates rates) {
        long expected = expected(rates.getData()) + expected(rates.getMetadata());
        long samples = samples(rates.getData()) + samples(rates.getMetadata());
        Map<String, Double> operations = new HashMap<>();
        for (RateOfServer server : rates.getServers()) {
            if (server.getRole() == ServerRole.METADATA && server.getMetadataOperationsPerSecond() != null) {
                operations.put(
                        server.getServer(),
                        server.getMetadataOperationsPerSecond().values().stream()
                                .mapToDouble(Double::doubleValue)
                                .sum());
            }
        }
        List<ServerLoad> servers = new ArrayList<>();
        for (RateOfServer server : rates.getServers()) {
            if (server.getRole() == ServerRole.DATA) {
                Double ofNames =
                        operations.remove(server.getServer()); // a server that keeps both is listed in both roles
                servers.add(new ServerLoad(
                        server.getServer(),
                        false,
                        known(server.getReadBytesPerSecond()),
                        known(server.getWriteBytesPerSecond()),
                        known(ofNames)));
            }
        }
        operations.forEach(
                (server, perSecond) -> servers.add(new ServerLoad(server, true, Double.NaN, Double.NaN, perSecond)));
        return new LoadSample(
                time,
                rates.getIntervalMillis(),
                perSecond(rates.getData(), "readBytes"),
                perSecond(rates.getData(), "writeBytes"),
                operationsPerSecond(rates.getMetadata()),
                (int) expected,
                (int) Math.max(0, expected - samples),
                servers);
    }

    private static long expected(RatesOfServers servers) {
        return servers == null ? 0 : servers.getExpectedSamples();
    }

    private static long samples(RatesOfServers servers) {
        return servers == null ? 0 : servers.getSamples();
    }

    private static double known(Double value) {
        return value == null ? Double.NaN : value;
    }

    private static double perSecond(RatesOfServers servers, String quantity) {
        RateOfQuantity rate = servers == null ? null : servers.getQuantities().get(quantity);
        return rate == null ? Double.NaN : rate.getPerSecond();
    }

    private static double operationsPerSecond(RatesOfServers servers) {
        return servers == null || servers.getQuantities().isEmpty()
                ? Double.NaN
                : servers.getQuantities().values().stream()
                        .mapToDouble(RateOfQuantity::getPerSecond)
                        .sum();
    }

    private static List<SpaceSample> spaces(long time, ServerRates rates) {
        List<SpaceSample> spaces = new ArrayList<>(4);
        add(time, false, rates.getOstCapacity(), spaces);
        add(time, true, rates.getMdtCapacity(), spaces);
        return spaces;
    }

    private static void add(long time, boolean metadata, Capacity capacity, List<SpaceSample> spaces) {
        if (capacity != null) {
            add(time, metadata, EventType.BYTES, capacity.getBytes(), spaces);
            add(time, metadata, EventType.INODES, capacity.getInodes(), spaces);
        }
    }

    private static void add(
            long time, boolean metadata, EventType type, FullnessOfTargets fullness, List<SpaceSample> spaces) {
        if (fullness != null) {
            spaces.add(new SpaceSample(time, metadata, type, fullness.getFullestTarget(), fullness.getFullest()));
        }
    }
}
