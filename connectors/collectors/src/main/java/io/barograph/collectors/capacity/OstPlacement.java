package io.barograph.collectors.capacity;

import io.barograph.schemas.ServerKind;
import io.barograph.schemas.ServerSample;
import java.util.Collections;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Which server serves which OSTs of one file system at one instant. A server that serves more OSTs than most servers do
 * has taken over those of a failed partner: it is overloaded, and all of its OSTs count as overloaded, because they share
 * it. This is how TOKIO counts ({@code fshealth_ost_overloaded_oss_count}, {@code _ost_count} and the averages of the
 * job tables), except that TOKIO also counts servers that serve fewer.
 */
public final class OstPlacement {
    private final NavigableMap<String, NavigableSet<String>> ostsByServer;
    private final int usual;

    private OstPlacement(NavigableMap<String, NavigableSet<String>> ostsByServer) {
        this.ostsByServer = ostsByServer;
        this.usual = mostFrequentSize(ostsByServer);
    }

    /**
     * @param serverByOst the server of each OST
     * @return the placement
     */
    public static OstPlacement of(Map<String, String> serverByOst) {
        NavigableMap<String, NavigableSet<String>> ostsByServer = new TreeMap<>();
        serverByOst.forEach((ost, server) ->
                ostsByServer.computeIfAbsent(server, unused -> new TreeSet<>()).add(ost));
        return new OstPlacement(ostsByServer);
    }

    /**
     * @param dump samples of one instant; those of OSTs whose host is known are taken
     * @return the placement by file system
     */
    public static NavigableMap<String, OstPlacement> byFileSystem(Iterable<ServerSample> dump) {
        NavigableMap<String, Map<String, String>> serverByOst = new TreeMap<>();
        for (ServerSample sample : dump) {
            if (sample.getKind() == ServerKind.OST && sample.getHost() != null) {
                serverByOst
                        .computeIfAbsent(sample.getFileSystem(), unused -> new TreeMap<>())
                        .put(sample.getServer(), sample.getHost());
            }
        }
        NavigableMap<String, OstPlacement> placements = new TreeMap<>();
        serverByOst.forEach((fileSystem, servers) -> placements.put(fileSystem, of(servers)));
        return placements;
    }

    /** The smallest of them where several are equally frequent. */
    private static int mostFrequentSize(NavigableMap<String, NavigableSet<String>> ostsByServer) {
        NavigableMap<Integer, Integer> frequencies = new TreeMap<>();
        ostsByServer.values().forEach(osts -> frequencies.merge(osts.size(), 1, Integer::sum));
        int best = 0;
        for (Map.Entry<Integer, Integer> entry : frequencies.entrySet()) {
            if (best == 0 || entry.getValue() > frequencies.get(best)) {
                best = entry.getKey();
            }
        }
        return best;
    }

    /** @return the OSTs of every server */
    public NavigableMap<String, NavigableSet<String>> ostsByServer() {
        return Collections.unmodifiableNavigableMap(ostsByServer);
    }

    /** @return how many OSTs most servers serve; 0 if there is none */
    public int usualOstsPerServer() {
        return usual;
    }

    /** @return the OSTs of the servers that serve more than the usual number */
    public NavigableMap<String, NavigableSet<String>> overloaded() {
        NavigableMap<String, NavigableSet<String>> overloaded = new TreeMap<>();
        ostsByServer.forEach((server, osts) -> {
            if (osts.size() > usual) {
                overloaded.put(server, osts);
            }
        });
        return overloaded;
    }

    /** @return number of OSTs that share an overloaded server */
    public int overloadedOsts() {
        return overloaded().values().stream().mapToInt(NavigableSet::size).sum();
    }

    /** @return OSTs per overloaded server; 0 if no server is overloaded */
    public double meanOstsPerOverloadedServer() {
        int servers = overloaded().size();
        return servers == 0 ? 0 : (double) overloadedOsts() / servers;
    }

    /** @return OSTs per overloaded server / usual number; 1 if no server is overloaded */
    public double overloadFactor() {
        return overloaded().isEmpty() ? 1 : meanOstsPerOverloadedServer() / usual;
    }
}
