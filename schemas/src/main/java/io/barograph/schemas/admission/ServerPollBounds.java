package io.barograph.schemas.admission;

import io.barograph.schemas.CounterColumn;
import io.barograph.schemas.GaugeColumn;
import io.barograph.schemas.ServerPoll;
import io.barograph.schemas.ServerPolls;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** That the columns of a poll are of its servers. What names and values may be is said of each sample. */
final class ServerPollBounds {
    /** A server has some twenty counters and gauges. */
    private static final int MAX_COLUMNS = 64;

    /** Lustre has two dozen kinds of metadata operations. */
    private static final int MAX_KINDS = 256;

    private ServerPollBounds() {}

    static String refusal(ServerPoll poll) {
        int servers = poll.getServers().size();
        String refusal = distinct("servers", poll.getServers(), ServerPolls.MAX_SERVERS);
        refusal = refusal == null ? sized("kinds", poll.getKinds().remaining(), servers) : refusal;
        refusal = refusal == null ? hosts(poll, servers) : refusal;
        refusal = refusal == null && poll.getOffsetMillis() != null ? offsets(poll, servers) : refusal;
        if (refusal == null && poll.getStates() != null) {
            refusal = sized("states", poll.getStates().size(), servers);
        }
        refusal = refusal == null ? counters("counters", poll.getCounters(), MAX_COLUMNS, servers) : refusal;
        refusal = refusal == null
                ? counters("metadataOperations", poll.getMetadataOperations(), MAX_KINDS, servers)
                : refusal;
        return refusal == null ? gauges(poll.getGauges(), servers) : refusal;
    }

    private static String distinct(String field, List<String> names, int max) {
        if (names.size() > max) {
            return FieldBound.refused(field, names.size() + " entries", "at most " + max + " are taken");
        }
        Set<String> seen = new HashSet<>();
        for (String name : names) {
            if (!seen.add(name)) {
                return FieldBound.refused(field, name, "each comes once");
            }
        }
        return null;
    }

    private static String sized(String field, int size, int servers) {
        return size == servers
                ? null
                : FieldBound.refused(field, size + " values", "there is one for each of " + servers + " servers");
    }

    private static String hosts(ServerPoll poll, int servers) {
        String refusal = distinct("hosts", poll.getHosts(), servers);
        if (refusal != null || poll.getHostOf() == null) {
            return refusal;
        }
        for (int host : poll.getHostOf()) {
            if (host < -1 || host >= poll.getHosts().size()) {
                return FieldBound.refused(
                        "hostOf", host, "there are " + poll.getHosts().size() + " hosts");
            }
        }
        return sized("hostOf", poll.getHostOf().size(), servers);
    }

    private static String offsets(ServerPoll poll, int servers) {
        for (int offset : poll.getOffsetMillis()) {
            if (offset < 0 || offset > poll.getIntervalMillis()) {
                return FieldBound.refused(
                        "offsetMillis", offset, "it is between 0 and the interval of " + poll.getIntervalMillis());
            }
        }
        return sized("offsetMillis", poll.getOffsetMillis().size(), servers);
    }

    private static String counters(String field, List<CounterColumn> columns, int max, int servers) {
        String refusal =
                distinct(field, columns.stream().map(CounterColumn::getName).toList(), max);
        for (CounterColumn column : columns) {
            refusal = refusal == null
                    ? column(column.getName(), column.getKnown(), column.getValues(), servers)
                    : refusal;
        }
        return refusal;
    }

    private static String gauges(List<GaugeColumn> columns, int servers) {
        String refusal =
                distinct("gauges", columns.stream().map(GaugeColumn::getName).toList(), MAX_COLUMNS);
        for (GaugeColumn column : columns) {
            refusal = refusal == null
                    ? column(column.getName(), column.getKnown(), column.getValues(), servers)
                    : refusal;
        }
        return refusal;
    }

    private static String column(String name, ByteBuffer known, List<?> values, int servers) {
        int count = ServerPolls.known(known, servers);
        return count < 0
                ? FieldBound.refused(
                        name + ".known",
                        known.remaining() + " bytes",
                        "it has a bit for each of " + servers + " servers")
                : count == values.size()
                        ? null
                        : FieldBound.refused(name, values.size() + " values", "it is known of " + count + " servers");
    }
}
