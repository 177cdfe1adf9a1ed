package io.barograph.servers.operators;

import io.barograph.schemas.RateOfServer;
import io.barograph.schemas.ServerRole;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The servers of a file system that its record lists. Some 200 bytes are of each: of more than {@value #MAX_SERVERS} those
 * are listed that do most, of each role as many as it has of all.
 */
final class BusiestServers {
    /** The largest file systems have some hundred; a record of as many with the longest names has 1 MB. */
    static final int MAX_SERVERS = 4_096;

    private BusiestServers() {}

    /** {@return all of them, or the busiest, in the same order} */
    static List<RateOfServer> of(List<RateOfServer> all) {
        if (all.size() <= MAX_SERVERS) {
            return all;
        }
        Map<ServerRole, List<RateOfServer>> byRole = new EnumMap<>(ServerRole.class);
        all.forEach(server ->
                byRole.computeIfAbsent(server.getRole(), role -> new ArrayList<>()).add(server));
        Set<RateOfServer> listed = Collections.newSetFromMap(new IdentityHashMap<>());
        for (List<RateOfServer> servers : byRole.values()) {
            // each role has one at least
            long most = 1 + (long) (MAX_SERVERS - byRole.size()) * servers.size() / all.size();
            servers.stream()
                    .sorted(Comparator.comparingDouble(BusiestServers::load).reversed())
                    .limit(most)
                    .forEach(listed::add);
        }
        return all.stream().filter(listed::contains).toList();
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
