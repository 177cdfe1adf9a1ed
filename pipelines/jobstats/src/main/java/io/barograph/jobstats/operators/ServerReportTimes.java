package io.barograph.jobstats.operators;

import io.barograph.jobstats.TargetRole;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import org.apache.flink.api.common.functions.RuntimeContext;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;

/** The last minute of which each server of a file system reported: a small state of its own for each server. */
final class ServerReportTimes {
    /** A server that reported something within so many minutes is expected to report more. */
    private static final long EXPECTED_MINUTES = 60;

    private final EnumMap<TargetRole, MapState<String, Long>> lastMinutes = new EnumMap<>(TargetRole.class);

    ServerReportTimes(RuntimeContext runtime) {
        for (TargetRole role : TargetRole.values()) {
            lastMinutes.put(
                    role,
                    runtime.getMapState(
                            new MapStateDescriptor<>("last-minutes-" + role.name(), Types.STRING, Types.LONG)));
        }
    }

    void note(ServerMinuteUpdate update) throws Exception {
        MapState<String, Long> ofRole = lastMinutes.get(update.role());
        Long last = ofRole.get(update.server());
        if (last == null || last < update.minute()) {
            ofRole.put(update.server(), update.minute());
        }
    }

    /** The servers that should report a minute. */
    SortedSet<String> expected(TargetRole role, long minute) throws Exception {
        SortedSet<String> expected = new TreeSet<>();
        for (Map.Entry<String, Long> last : lastMinutes.get(role).entries()) {
            if (last.getValue() >= minute - EXPECTED_MINUTES) {
                expected.add(last.getKey());
            }
        }
        return expected;
    }

    /** The servers that reported something within two days. */
    List<String> servers(TargetRole role) throws Exception {
        List<String> servers = new ArrayList<>();
        lastMinutes.get(role).keys().forEach(servers::add);
        return servers;
    }

    /** @return true if any server is left that reported something of that minute or a later one */
    boolean forgetBefore(long minute) throws Exception {
        boolean anyLeft = false;
        for (MapState<String, Long> ofRole : lastMinutes.values()) {
            List<String> silent = new ArrayList<>();
            for (Map.Entry<String, Long> last : ofRole.entries()) {
                if (last.getValue() < minute) {
                    silent.add(last.getKey());
                } else {
                    anyLeft = true;
                }
            }
            for (String server : silent) {
                ofRole.remove(server);
            }
        }
        return anyLeft;
    }
}
