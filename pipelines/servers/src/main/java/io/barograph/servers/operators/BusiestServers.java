package io.barograph.servers.operators;

import io.barograph.schemas.RateOfServer;
import io.barograph.schemas.ServerRole;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The servers of a file system that its record lists. Some 200 bytes are of each: of more than {@value #MAX_SERVERS} those
 * are listed that do most, of each role as many as it has of all.
 */
final class BusiestServers {
    /** With the longest names as many make a record of some 1 MB. */
    static final int MAX_SERVERS = 4_096;

    private BusiestServers() {}

    /** {@return all of them, or the busiest, in the same order} */
    static List<RateOfServer> of(List<RateOfServer> all) {
        if (all.size() <= MAX_SERVERS) {
            return all;
        }
        Map<ServerRole, List<Integer>> byRole = new EnumMap<>(ServerRole.class);
        for (int i = 0; i < all.size(); i++) {
            byRole.computeIfAbsent(all.get(i).getRole(), role -> new ArrayList<>())
                    .add(i);
        }
        BitSet listed = new BitSet(all.size());
        for (List<Integer> places : byRole.values()) {
            // each role has one at least
            long most = 1 + (long) (MAX_SERVERS - byRole.size()) * places.size() / all.size();
            Comparator<Integer> byLoad = Comparator.comparingDouble(place -> load(all.get(place)));
            places.stream().sorted(byLoad.reversed()).limit(most).forEach(place -> listed.set(place));
        }
        return listed.stream().mapToObj(all::get).toList();
    }

    /** Below 0 if nothing is known. */
    private static double load(RateOfServer server) {
        return switch (server.getRole()) {
            case DATA -> orUnknown(server.getReadBytesPerSecond()) + orUnknown(server.getWriteBytesPerSecond());
            case METADATA ->
                server.getMetadataOperationsPerSecond() == null
                        ? -1
                        : server.getMetadataOperationsPerSecond().values().stream()
                                .mapToDouble(Double::doubleValue)
                                .sum();
            case DATA_HOST, METADATA_HOST, UNKNOWN -> orUnknown(server.getCpuPercent());
        };
    }

    private static double orUnknown(Double value) {
        return value == null ? -1 : value;
    }
}
