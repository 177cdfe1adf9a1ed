package io.barograph.servers.operators;

import io.barograph.schemas.Capacity;
import io.barograph.schemas.CpuLoad;
import io.barograph.schemas.FullnessOfTargets;
import io.barograph.schemas.OstHosts;
import io.barograph.schemas.RateOfQuantity;
import io.barograph.schemas.RateOfServer;
import io.barograph.schemas.RatesOfServers;
import io.barograph.schemas.ServerRates;
import io.barograph.schemas.ServerRole;
import io.barograph.schemas.Span;
import io.barograph.schemas.TrafficDirection;
import io.barograph.servers.counters.QuantityAmounts;
import io.barograph.servers.rates.IntervalLoads;
import io.barograph.servers.rates.IntervalRates;
import io.barograph.servers.rates.QuantityRate;
import io.barograph.servers.rates.SpanLoads;
import io.barograph.servers.rates.TargetFullness;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** The record of one interval or one minute, from what is kept of its intervals. */
final class RatesRecords {
    /** A server is silent after so many intervals without a sample. */
    static final int SILENT_INTERVALS = 3;

    /** What was measured of a server in an interval; NaN if nothing was. */
    private interface Gauge {
        double of(RoleInterval interval, int server);
    }

    private final String fileSystem;
    private final long intervalMillis;
    private final int expectedDataServers;
    private final long forgetMillis;
    private final FileSystemServers known;

    /**
     * @param expectedDataServers data servers that it should have; 0: those known
     * @param forgetMillis after how long a silent server is no longer expected
     */
    RatesRecords(
            String fileSystem,
            long intervalMillis,
            int expectedDataServers,
            long forgetMillis,
            FileSystemServers known) {
        this.fileSystem = fileSystem;
        this.intervalMillis = intervalMillis;
        this.expectedDataServers = expectedDataServers;
        this.forgetMillis = forgetMillis;
        this.known = known;
    }

    /**
     * @param from its start, milliseconds since the epoch
     * @param revision how often it has been emitted, with this time
     * @param recent the last intervals up to the latest of these, by label
     */
    ServerRates record(
            Span span,
            long from,
            long to,
            int revision,
            SortedMap<Long, IntervalWeather> intervals,
            SortedMap<Long, IntervalWeather> recent,
            HourTrends trends) {
        Map<ServerRole, SpanLoads> loads = new HashMap<>();
        for (ServerRole role : List.of(ServerRole.DATA, ServerRole.METADATA)) {
            SpanLoads sum = new SpanLoads(intervalMillis);
            intervals.forEach((label, interval) -> sum.add(interval.role(role).loads(), expected(role, label)));
            loads.put(role, sum);
        }
        long observedTo = intervals.lastKey();
        List<RateOfServer> all = servers(loads, from, to, intervals, recent);
        List<RateOfServer> listed = BusiestServers.of(all);
        return ServerRates.newBuilder()
                .setFileSystem(fileSystem)
                .setSpan(span)
                .setDirection(TrafficDirection.TOTAL)
                .setFrom(Instant.ofEpochMilli(from))
                .setTo(Instant.ofEpochMilli(to))
                .setObservedTo(Instant.ofEpochMilli(observedTo))
                .setIntervalMillis((int) intervalMillis)
                .setRevision(revision)
                .setData(rates(ServerRole.DATA, loads.get(ServerRole.DATA), from, to, observedTo, recent))
                .setMetadata(rates(ServerRole.METADATA, loads.get(ServerRole.METADATA), from, to, observedTo, recent))
                .setOssCpu(cpu(ServerRole.DATA_HOST, intervals, observedTo, recent))
                .setMdsCpu(cpu(ServerRole.METADATA_HOST, intervals, observedTo, recent))
                .setHosts(hosts(recent))
                .setOstCapacity(capacity(ServerRole.DATA, recent, trends.ostBytes(), trends.ostInodes()))
                .setMdtCapacity(capacity(ServerRole.METADATA, recent, trends.mdtBytes(), trends.mdtInodes()))
                .setServers(listed)
                .setUnlistedServers(all.size() - listed.size())
                .build();
    }

    private int expected(ServerRole role, long label) {
        boolean declared = role == ServerRole.DATA && expectedDataServers > 0;
        return declared ? expectedDataServers : known.servers(role).expected(label, forgetMillis);
    }

    private RatesOfServers rates(
            ServerRole role,
            SpanLoads loads,
            long from,
            long to,
            long observedTo,
            SortedMap<Long, IntervalWeather> recent) {
        IntervalRates rates = loads.rates(from, to);
        if (rates.expectedSamples() == 0 && rates.samples() == 0) {
            return null;
        }
        Map<String, RateOfQuantity> quantities = new HashMap<>();
        rates.quantities().forEach((quantity, rate) -> quantities.put(quantity, rate(rate)));
        return RatesOfServers.newBuilder()
                .setExpectedServers(expected(role, observedTo))
                .setExpectedSamples(rates.expectedSamples())
                .setSamples(rates.samples())
                .setMissingFraction(orNull(rates.missingFraction()))
                .setRestarts(rates.restarts())
                .setSilentServers(silent(role, observedTo, recent))
                .setQuantities(quantities)
                .build();
    }

    private static RateOfQuantity rate(QuantityRate rate) {
        return RateOfQuantity.newBuilder()
                .setTotal(rate.total())
                .setPerSecond(rate.perSecond())
                .setSmallestPerSecond(rate.smallestPerSecond())
                .setLargestPerSecond(rate.largestPerSecond())
                .setZeroFraction(rate.zeroFraction())
                .setServers(rate.servers().servers())
                .setLargestServerPerSecond(rate.servers().maximum())
                .setMaximumOverMean(orNull(rate.servers().maximumOverMean()))
                .setGini(orNull(rate.servers().gini()))
                .build();
    }

    /** Names of the servers that have been there for longer and have no sample in any of the last intervals. */
    private List<String> silent(ServerRole role, long observedTo, SortedMap<Long, IntervalWeather> recent) {
        ServerList servers = known.servers(role);
        long since = observedTo - SILENT_INTERVALS * intervalMillis;
        List<RoleInterval> last = new ArrayList<>();
        recent.tailMap(since + 1).values().forEach(interval -> last.add(interval.role(role)));
        List<String> silent = new ArrayList<>();
        servers.byName().forEach((name, server) -> {
            if (servers.first(server) <= since
                    && servers.isExpected(server, observedTo, forgetMillis)
                    && !isSampledInOne(last, server)) {
                silent.add(name);
            }
        });
        return silent;
    }

    private static boolean isSampledInOne(List<RoleInterval> intervals, int server) {
        for (RoleInterval interval : intervals) {
            if (interval.isSampled(server)) {
                return true;
            }
        }
        return false;
    }

    private CpuLoad cpu(
            ServerRole role,
            SortedMap<Long, IntervalWeather> intervals,
            long observedTo,
            SortedMap<Long, IntervalWeather> recent) {
        int hosts = 0;
        long count = 0;
        double sum = 0;
        double max = Double.NaN;
        String busiest = "";
        for (Map.Entry<String, Integer> host : known.servers(role).byName().entrySet()) {
            boolean reported = false;
            for (IntervalWeather interval : intervals.values()) {
                double cpu = interval.role(role).cpuPercent(host.getValue());
                if (Double.isNaN(cpu)) {
                    continue;
                }
                reported = true;
                count++;
                sum += cpu;
                if (!(cpu <= max)) {
                    max = cpu;
                    busiest = host.getKey();
                }
            }
            hosts += reported ? 1 : 0;
        }
        return hosts == 0
                ? null
                : CpuLoad.newBuilder()
                        .setHosts(hosts)
                        .setMeanPercent(sum / count)
                        .setMaxPercent(max)
                        .setBusiestHost(busiest)
                        .setSilentHosts(silent(role, observedTo, recent))
                        .build();
    }

    /** Number of OSTs by host, each OST counted where it was last seen; hosts that are not named are left out. */
    SortedMap<String, Integer> ostsByHost(SortedMap<Long, IntervalWeather> recent) {
        SortedMap<String, Integer> osts = new TreeMap<>();
        List<IntervalWeather> latestFirst = latestFirst(recent);
        for (int server : known.servers(ServerRole.DATA).byName().values()) {
            for (IntervalWeather interval : latestFirst) {
                int host = interval.host(server);
                if (host >= 0) {
                    osts.merge(known.hosts().name(host), 1, Integer::sum);
                    break;
                }
            }
        }
        return osts;
    }

    private OstHosts hosts(SortedMap<Long, IntervalWeather> recent) {
        SortedMap<String, Integer> osts = ostsByHost(recent);
        if (osts.isEmpty()) {
            return null;
        }
        SortedMap<String, Integer> overloaded = known.hostLoads().overloaded(osts);
        int all = osts.values().stream().mapToInt(Integer::intValue).sum();
        return OstHosts.newBuilder()
                .setHosts(osts.size())
                .setOstsPerHost((double) all / osts.size())
                .setMostOstsPerHost(
                        osts.values().stream().mapToInt(Integer::intValue).max().orElseThrow())
                .setFailedOverOsts(
                        overloaded.values().stream().mapToInt(Integer::intValue).sum())
                .setOverloadedHosts(List.copyOf(overloaded.keySet()))
                .build();
    }

    private Capacity capacity(
            ServerRole role, SortedMap<Long, IntervalWeather> recent, HourTrends.First bytes, HourTrends.First inodes) {
        FullnessOfTargets byBytes = fullness(role, recent, RoleInterval::usedBytes, bytes);
        FullnessOfTargets byInodes = fullness(role, recent, RoleInterval::usedInodes, inodes);
        return byBytes == null && byInodes == null ? null : new Capacity(byBytes, byInodes);
    }

    private FullnessOfTargets fullness(
            ServerRole role, SortedMap<Long, IntervalWeather> recent, Gauge gauge, HourTrends.First first) {
        SortedMap<String, Integer> servers = known.servers(role).byName();
        List<IntervalWeather> latestFirst = latestFirst(recent);
        double[] fractions = servers.values().stream()
                .mapToDouble(server -> latest(role, latestFirst, gauge, server))
                .toArray();
        TargetFullness fullness = TargetFullness.of(List.copyOf(servers.keySet()), fractions);
        if (fullness.targets() == 0) {
            return null;
        }
        return FullnessOfTargets.newBuilder()
                .setTargets(fullness.targets())
                .setMean(fullness.mean())
                .setFullest(fullness.fullest())
                .setFullestTarget(fullness.fullestTarget())
                .setImbalance(fullness.imbalance())
                .setDaysUntilFull(orNull(first.days()))
                .setFirstFullTarget(first.target().isEmpty() ? null : first.target())
                .build();
    }

    private static double latest(ServerRole role, List<IntervalWeather> latestFirst, Gauge gauge, int server) {
        for (IntervalWeather interval : latestFirst) {
            double value = gauge.of(interval.role(role), server);
            if (!Double.isNaN(value)) {
                return value;
            }
        }
        return Double.NaN;
    }

    private static List<IntervalWeather> latestFirst(SortedMap<Long, IntervalWeather> recent) {
        List<IntervalWeather> latestFirst = new ArrayList<>(recent.values());
        java.util.Collections.reverse(latestFirst);
        return latestFirst;
    }

    private List<RateOfServer> servers(
            Map<ServerRole, SpanLoads> loads,
            long from,
            long to,
            SortedMap<Long, IntervalWeather> intervals,
            SortedMap<Long, IntervalWeather> recent) {
        List<RateOfServer> servers = new ArrayList<>();
        List<IntervalWeather> latestFirst = latestFirst(recent);
        double seconds = (to - from) / 1_000.0;
        for (ServerRole role : ServerRole.values()) {
            ServerList list = known.servers(role);
            list.byName().forEach((name, server) -> {
                if (list.isExpected(server, intervals.lastKey(), forgetMillis)) {
                    servers.add(server(role, name, server, loads.get(role), seconds, intervals, latestFirst));
                }
            });
        }
        return servers;
    }

    private RateOfServer server(
            ServerRole role,
            String name,
            int server,
            SpanLoads loads,
            double seconds,
            SortedMap<Long, IntervalWeather> intervals,
            List<IntervalWeather> latestFirst) {
        int expected = 0;
        int sampled = 0;
        int reported = 0;
        double cpu = 0;
        for (Map.Entry<Long, IntervalWeather> entry : intervals.entrySet()) {
            if (!known.servers(role).isExpected(server, entry.getKey(), forgetMillis)) {
                continue;
            }
            RoleInterval interval = entry.getValue().role(role);
            expected++;
            sampled += interval.isSampled(server) ? 1 : 0;
            double percent = interval.cpuPercent(server);
            if (!Double.isNaN(percent)) {
                cpu += percent;
                reported++;
            }
        }
        RateOfServer rate = new RateOfServer(); // not by its builder: there is one for each server in each interval
        rate.setServer(name);
        rate.setRole(role);
        rate.setMissingFraction((double) (expected - sampled) / expected);
        rate.setReadBytesPerSecond(perSecond(loads, QuantityAmounts.READ_BYTES, server, seconds));
        rate.setWriteBytesPerSecond(perSecond(loads, QuantityAmounts.WRITE_BYTES, server, seconds));
        rate.setReadOperationsPerSecond(perSecond(loads, QuantityAmounts.READ_OPERATIONS, server, seconds));
        rate.setWriteOperationsPerSecond(perSecond(loads, QuantityAmounts.WRITE_OPERATIONS, server, seconds));
        rate.setMetadataOperationsPerSecond(
                role == ServerRole.METADATA ? metadataPerSecond(loads, server, seconds) : null);
        rate.setCpuPercent(reported == 0 ? null : (Double) (cpu / reported));
        rate.setUsedBytesFraction(orNull(latest(role, latestFirst, RoleInterval::usedBytes, server)));
        rate.setUsedInodesFraction(orNull(latest(role, latestFirst, RoleInterval::usedInodes, server)));
        return rate;
    }

    private static Double perSecond(SpanLoads loads, String quantity, int server, double seconds) {
        long amount = loads == null ? -1 : loads.amount(quantity, server);
        return amount < 0 ? null : (Double) (amount / seconds);
    }

    private static Map<String, Double> metadataPerSecond(SpanLoads loads, int server, double seconds) {
        Map<String, Double> rates = new HashMap<>();
        for (String kind : loads.quantities()) {
            Double rate = perSecond(loads, kind, server, seconds);
            if (rate != null) {
                rates.put(kind, rate);
            }
        }
        return rates.isEmpty() ? null : rates;
    }

    private static Double orNull(double value) {
        return Double.isNaN(value) ? null : (Double) value;
    }

    /**
     * @param sign 1, or -1 to take the observations back
     * @return what its data servers moved; empty if nothing is known
     */
    IntervalTransfers observations(long label, int sign, IntervalWeather interval) {
        RoleInterval data = interval.role(ServerRole.DATA);
        IntervalLoads loads = data.loads();
        List<IntervalTransfers.Moved> moved = new ArrayList<>();
        for (int server : known.servers(ServerRole.DATA).byName().values()) {
            long read = loads.amount(QuantityAmounts.READ_BYTES, server);
            long write = loads.amount(QuantityAmounts.WRITE_BYTES, server);
            if (read >= 0 && write >= 0) {
                moved.add(new IntervalTransfers.Moved(read, write, data.isSampled(server), loads.isFilled(server)));
            }
        }
        return new IntervalTransfers(fileSystem, label, sign, moved);
    }
}
