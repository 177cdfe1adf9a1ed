package io.barograph.sources.lustre;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Metadata operations of an MDT by kind, named as in LMT.
 *
 * <p>Most versions count them all in one text. From 2.0 to 2.0.55 that text holds the requests of a service instead (it
 * has a line {@code req_waittime}): there the few that are metadata operations begin with {@code mds_}, and all others
 * are in the texts of the clients ({@code exports/CLIENT/stats}), whose sum is taken. If there are none of these either,
 * the others are unknown.
 *
 * @param clients sum of the statistics of its clients, where {@link #needsClients}; empty if there are none
 */
record MetadataOperations(OperationStatistics statistics, Optional<OperationStatistics> clients) {
    /** The operations of LMT's metric lmt_mdt in its order, without the two that count data. */
    static final List<String> OF_LMT = List.of(
            "open",
            "close",
            "mknod",
            "link",
            "unlink",
            "mkdir",
            "rmdir",
            "rename",
            "getxattr",
            "process_config",
            "connect",
            "reconnect",
            "disconnect",
            "statfs",
            "create",
            "destroy",
            "setattr",
            "getattr",
            "llog_init",
            "notify",
            "quotactl");

    /** Data on the MDT, and what "rename" counts already. */
    private static final Set<String> NOT_AN_OPERATION_OF_ITS_OWN = Set.of(
            "read_bytes",
            "write_bytes",
            "read",
            "write",
            "samedir_rename",
            "crossdir_rename",
            "parallel_rename_file",
            "parallel_rename_dir");

    private static final String SERVICE_LINE = "req_waittime";
    private static final String SERVICE_PREFIX = "mds_";

    /** @return true if the statistics are those of a service, and the clients' have to be added */
    static boolean needsClients(OperationStatistics statistics) {
        return statistics.names().contains(SERVICE_LINE);
    }

    /** @return counts since the MDT started by kind; a kind that is not in it is unknown */
    Map<String, Long> counts() {
        Map<String, Long> counts = new TreeMap<>();
        if (needsClients(statistics)) {
            clients.ifPresent(sum -> addAll(counts, sum));
            statistics.names().stream()
                    .filter(name -> name.startsWith(SERVICE_PREFIX))
                    .forEach(name -> counts.put(name.substring(SERVICE_PREFIX.length()), statistics.count(name)));
        } else {
            addAll(counts, statistics);
        }
        counts.values().removeIf(count -> count == null);
        return counts;
    }

    private static void addAll(Map<String, Long> counts, OperationStatistics from) {
        OF_LMT.forEach(name -> counts.put(name, from.count(name)));
        from.names().stream()
                .filter(name -> !NOT_AN_OPERATION_OF_ITS_OWN.contains(name))
                .forEach(name -> counts.put(name, from.count(name)));
    }

    /** @return the statistics that count the data on the MDT; empty if there are none */
    Optional<OperationStatistics> data() {
        return needsClients(statistics) ? Optional.empty() : Optional.of(statistics);
    }
}
