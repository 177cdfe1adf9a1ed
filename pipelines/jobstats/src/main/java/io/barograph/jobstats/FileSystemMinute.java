package io.barograph.jobstats;

import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/** What the servers of one file system and their jobs moved in one minute. */
public final class FileSystemMinute {
    /** A server with four times its even share dominates, and in any case one with two thirds of all. */
    private static final double TIMES_EVEN = 4;

    private static final double MAX_TOTAL = 2.0 / 3;

    /** A server with at least twice the median of its role is busy. */
    private static final double TIMES_MEDIAN = 2;

    private final EnumMap<TargetRole, TreeMap<String, ServerMinute>> servers = new EnumMap<>(TargetRole.class);

    /** @param minute all that the server moved; it must not change afterwards */
    public void put(TargetRole role, String server, ServerMinute minute) {
        servers.computeIfAbsent(role, unused -> new TreeMap<>()).put(server, minute);
    }

    /** @return the servers that reported something, by name */
    public SortedMap<String, ServerMinute> servers(TargetRole role) {
        return servers.getOrDefault(role, new TreeMap<>());
    }

    public JobTraffic total(TargetRole role) {
        return servers(role).values().stream().map(ServerMinute::server).reduce(JobTraffic.NONE, JobTraffic::plus);
    }

    /** @return what all servers moved: bytes of OSTs, operations of MDTs */
    public JobTraffic total() {
        return total(TargetRole.OST).plus(total(TargetRole.MDT));
    }

    /** @return what all servers moved between polls that lie across the end of the minute */
    public MinuteBoundaryTraffic crossing() {
        return all().map(ServerMinute::crossing).reduce(MinuteBoundaryTraffic.NONE, MinuteBoundaryTraffic::plus);
    }

    /** @return the most that any server moved, each amount by itself */
    public JobTraffic most() {
        return all().map(ServerMinute::server).reduce(JobTraffic.NONE, JobTraffic::max);
    }

    private Stream<ServerMinute> all() {
        return servers.values().stream().flatMap(ofRole -> ofRole.values().stream());
    }

    /** @return how much of the minute they did not report, milliseconds, summed over them */
    public long missingMillis(TargetRole role, Set<String> expected) {
        long missing = 0;
        Map<String, ServerMinute> reported = servers(role);
        for (String server : expected) {
            ServerMinute minute = reported.get(server);
            missing += ServerMinute.MINUTE - (minute == null ? 0 : minute.coveredMillis());
        }
        return missing;
    }

    /** @return number of those of which a part of the minute or all of it is missing */
    public int missingServers(TargetRole role, Set<String> expected) {
        Map<String, ServerMinute> reported = servers(role);
        return (int) expected.stream()
                .map(reported::get)
                .filter(minute -> minute == null || minute.coveredMillis() < ServerMinute.MINUTE)
                .count();
    }

    /** @return every job with traffic, in the order of ids, with what it moved on servers of both roles */
    public Collection<JobMinute> jobs() {
        Map<JobIdentity, JobMinute> jobs = new TreeMap<>(Comparator.comparing(JobIdentity::id)
                .thenComparing(JobIdentity::executable)
                .thenComparing(JobIdentity::user));
        all().forEach(minute -> minute.forEachJob((job, moved, crossing) -> jobs.merge(
                job,
                new JobMinute(job, moved, moved, minute.server(), 1, moved.bytes() > 0 ? 1 : 0, crossing),
                JobMinute::plus)));
        return jobs.values();
    }

    public TalkerRanking talkers(TargetRole role, int most) {
        Map<JobIdentity, JobTraffic> jobs = new HashMap<>();
        for (ServerMinute minute : servers(role).values()) {
            minute.forEachJob((job, moved, crossing) -> jobs.merge(job, moved, JobTraffic::plus));
        }
        return TalkerRanking.of(role, total(role), jobs, most);
    }

    public TalkerRanking talkers(TargetRole role, String server, int most) {
        ServerMinute minute = servers(role).get(server);
        return TalkerRanking.of(role, minute.server(), minute.jobs(), most);
    }

    /**
     * @param most how many at most
     * @return the servers that have at least twice the median of their role, those with the largest amounts
     */
    public List<String> busy(TargetRole role, int most) {
        Map<String, Long> amounts = new TreeMap<>();
        servers(role).forEach((server, minute) -> amounts.put(server, role.amountOf(minute.server())));
        long[] sorted =
                amounts.values().stream().mapToLong(Long::longValue).sorted().toArray();
        if (sorted.length < 2) {
            return List.of();
        }
        double limit = TIMES_MEDIAN * sorted[(sorted.length - 1) / 2];
        return amounts.entrySet().stream()
                .filter(server -> server.getValue() > 0 && server.getValue() >= limit)
                .sorted(Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder())
                        .thenComparing(Map.Entry.comparingByKey()))
                .limit(most)
                .map(Map.Entry::getKey)
                .toList();
    }

    /**
     * @return the server that has far more than its even share of the load: four times as much or two thirds of all,
     *     whichever is less; null if there is none, or one server only
     */
    public String dominant(TargetRole role) {
        SortedMap<String, ServerMinute> ofRole = servers(role);
        String busiest = null;
        long largest = 0;
        for (Map.Entry<String, ServerMinute> entry : ofRole.entrySet()) {
            long amount = role.amountOf(entry.getValue().server());
            if (amount > largest) {
                busiest = entry.getKey();
                largest = amount;
            }
        }
        double limit = Math.min(MAX_TOTAL, TIMES_EVEN / ofRole.size());
        boolean dominates = ofRole.size() > 1 && largest >= limit * role.amountOf(total(role));
        return dominates ? busiest : null;
    }
}
