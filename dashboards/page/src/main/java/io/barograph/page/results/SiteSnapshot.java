package io.barograph.page.results;

import io.barograph.influxdb.InfluxRow;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.stream.Stream;

/**
 * All file systems at one moment.
 *
 * @param failure why nothing is known; empty if the database has answered
 */
public record SiteSnapshot(Instant time, List<FileSystemSnapshot> fileSystems, String failure)
        implements DatabaseResult<SiteSnapshot> {
    /** @return nothing is known of the file systems that are expected */
    public static SiteSnapshot nothing(Collection<String> expected) {
        return nothing(expected.stream().sorted().distinct(), Instant.EPOCH, "");
    }

    private static SiteSnapshot nothing(Stream<String> names, Instant now, String reason) {
        return new SiteSnapshot(
                now, names.map(name -> new Parts().fileSystem(name)).toList(), reason);
    }

    @Override
    public SiteSnapshot unknown(Instant now, String reason) {
        return nothing(fileSystems.stream().map(FileSystemSnapshot::name), now, reason);
    }

    /**
     * Asks the database.
     *
     * @param expected file systems that are shown even if nothing has ever been heard of them
     */
    public static SiteSnapshot ask(WeatherQueries store, Collection<String> expected, Instant now)
            throws IOException, InterruptedException {
        Map<String, Parts> parts = new TreeMap<>();
        expected.forEach(name -> parts.put(name, new Parts()));
        store.fileSystems().forEach(name -> parts.putIfAbsent(name, new Parts()));
        collect(store.rates(now), parts, (of, row) -> of.rates = rates(row));
        collect(store.liveSlowdowns(now), parts, Parts::addSlowdown);
        collect(store.fullness(now), parts, Parts::addFullness);
        collect(store.chancesOfQuiet(now), parts, Parts::addQuiet);
        collect(store.talkers(now), parts, (of, row) -> of.talkers.add(row));
        return new SiteSnapshot(
                now,
                inOrder(parts.keySet(), expected)
                        .map(name -> parts.get(name).fileSystem(name))
                        .toList(),
                "");
    }

    /** The expected ones first: names that an input invents displace none of them where a list is cut. */
    static Stream<String> inOrder(Collection<String> names, Collection<String> expected) {
        return names.stream()
                .sorted(Comparator.comparing((String name) -> !expected.contains(name))
                        .thenComparing(Comparator.naturalOrder()));
    }

    private static void collect(List<InfluxRow> rows, Map<String, Parts> parts, BiConsumer<Parts, InfluxRow> adding) {
        for (InfluxRow row : rows) {
            adding.accept(parts.computeIfAbsent(InfluxRowReader.tag(row, "fs"), name -> new Parts()), row);
        }
    }

    private static FileSystemSnapshot.Rates rates(InfluxRow row) {
        List<String> names = Stream.of("silent_server_names", "metadata_silent_server_names")
                .flatMap(column -> Stream.of(InfluxRowReader.text(row, column).split(" ", -1)))
                .filter(name -> !name.isEmpty())
                .toList();
        return new FileSystemSnapshot.Rates(
                InfluxRowReader.time(row),
                InfluxRowReader.known(row, "read_bytes_per_s"),
                InfluxRowReader.known(row, "write_bytes_per_s"),
                InfluxRowReader.known(row, "metadata_ops_per_s"),
                InfluxRowReader.known(row, "missing_fraction"),
                InfluxRowReader.count(row, "silent_servers")
                        + InfluxRowReader.count(row, "metadata_silent_servers")
                        + InfluxRowReader.count(row, "oss_silent_hosts")
                        + InfluxRowReader.count(row, "mds_silent_hosts"),
                names);
    }

    private static final class Parts {
        private static final int[] QUIET_MINUTES = {2, 10, 60};

        private FileSystemSnapshot.Rates rates;
        private final Map<String, Double> slowdowns = new TreeMap<>();
        private FileSystemSnapshot.Fullest ost;
        private FileSystemSnapshot.Fullest mdt;
        private Double days;
        private final Map<Integer, Double> quiet = new TreeMap<>();
        private final List<InfluxRow> talkers = new ArrayList<>();

        void addSlowdown(InfluxRow row) {
            Double slowdown = InfluxRowReader.known(row, "slowdown");
            if (slowdown != null) {
                slowdowns.put(InfluxRowReader.tag(row, "operation"), slowdown);
            }
        }

        void addFullness(InfluxRow row) {
            if (InfluxRowReader.tag(row, "targets").equals("ost")) {
                ost = fullest(row, "bytes");
                days = InfluxRowReader.known(row, "bytes_days_until_full");
            } else {
                mdt = fullest(row, "inodes");
            }
        }

        private static FileSystemSnapshot.Fullest fullest(InfluxRow row, String of) {
            Double fraction = InfluxRowReader.known(row, of + "_fullest");
            return fraction == null
                    ? null
                    : new FileSystemSnapshot.Fullest(InfluxRowReader.text(row, of + "_fullest_target"), fraction);
        }

        void addQuiet(InfluxRow row) {
            for (int length : QUIET_MINUTES) {
                Double chance = InfluxRowReader.known(row, "quiet_chance_" + length + "_min");
                if (chance != null) {
                    quiet.put(length, chance);
                }
            }
        }

        FileSystemSnapshot fileSystem(String name) {
            return new FileSystemSnapshot(name, rates, slowdowns, ost, days, mdt, quiet, latestTalkers());
        }

        /** A rank that the latest minute does not have is still there of an earlier one. */
        private List<FileSystemSnapshot.Talker> latestTalkers() {
            return InfluxRowReader.newest(talkers, "role", InfluxRowReader::time).stream()
                    .map(Parts::talker)
                    .sorted(Comparator.comparing(FileSystemSnapshot.Talker::role)
                            .reversed()
                            .thenComparing(FileSystemSnapshot.Talker::rank))
                    .toList();
        }

        private static FileSystemSnapshot.Talker talker(InfluxRow row) {
            String role = InfluxRowReader.tag(row, "role");
            Double amount = InfluxRowReader.known(row, role.equals("OST") ? "bytes" : "operations");
            return new FileSystemSnapshot.Talker(
                    role,
                    Integer.parseInt(InfluxRowReader.tag(row, "rank")),
                    InfluxRowReader.text(row, "job_id"),
                    InfluxRowReader.text(row, "executable"),
                    InfluxRowReader.text(row, "user_id"),
                    InfluxRowReader.known(row, "share"),
                    amount == null ? 0 : amount);
        }
    }
}
