package io.barograph.page;

import io.barograph.influxdb.InfluxRow;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * All file systems at one moment.
 *
 * @param time the moment
 * @param fileSystems by name
 * @param failure why nothing is known; empty if the database has answered
 */
record SiteNow(Instant time, List<FileSystemNow> fileSystems, String failure) implements Asked<SiteNow> {
    /**
     * @param expected file systems that are shown even if nothing has ever been heard of them
     * @param now the moment
     * @return nothing is known
     */
    static SiteNow unasked(Collection<String> expected, Instant now) {
        return new SiteNow(
                now,
                expected.stream()
                        .sorted()
                        .distinct()
                        .map(name -> new Parts().fileSystem(name))
                        .toList(),
                "InfluxDB has not been asked yet");
    }

    @Override
    public SiteNow unknown(Instant now, String reason) {
        return new SiteNow(
                now,
                fileSystems.stream()
                        .map(each -> new Parts().fileSystem(each.name()))
                        .toList(),
                reason);
    }

    /**
     * Asks the database. That it does not answer is no failure of the page: then nothing is known.
     *
     * @param store the database
     * @param expected file systems that are shown even if nothing has ever been heard of them
     * @param now the moment
     * @return what is known
     */
    static SiteNow ask(WeatherStore store, Collection<String> expected, Instant now) throws InterruptedException {
        TreeMap<String, Parts> parts = new TreeMap<>();
        expected.forEach(name -> parts.put(name, new Parts()));
        try {
            store.fileSystems().forEach(name -> parts.putIfAbsent(name, new Parts()));
            collect(store.rates(now), parts, (of, row) -> of.rates = rates(row));
            collect(store.liveSlowdowns(now), parts, Parts::addSlowdown);
            collect(store.fullness(now), parts, Parts::addFullness);
            collect(store.chancesOfQuiet(now), parts, Parts::addQuiet);
            collect(store.talkers(now), parts, (of, row) -> of.talkers.add(row));
            collect(store.minutes(now), parts, Parts::addMinute);
        } catch (IOException e) {
            return new SiteNow(
                    now,
                    parts.keySet().stream()
                            .map(name -> new Parts().fileSystem(name))
                            .toList(),
                    "InfluxDB does not answer: " + e.getMessage());
        }
        return new SiteNow(
                now,
                parts.entrySet().stream()
                        .map(entry -> entry.getValue().fileSystem(entry.getKey()))
                        .toList(),
                "");
    }

    private interface Adding {
        void add(Parts parts, InfluxRow row);
    }

    private static void collect(List<InfluxRow> rows, Map<String, Parts> parts, Adding adding) {
        for (InfluxRow row : rows) {
            adding.add(parts.computeIfAbsent(Rows.tag(row, "fs"), name -> new Parts()), row);
        }
    }

    private static FileSystemNow.Rates rates(InfluxRow row) {
        List<String> names = Stream.of("silent_server_names", "metadata_silent_server_names")
                .flatMap(column -> Stream.of(Rows.text(row, column).split(" ", -1)))
                .filter(name -> !name.isEmpty())
                .toList();
        return new FileSystemNow.Rates(
                Rows.time(row),
                Rows.known(row, "read_bytes_per_s"),
                Rows.known(row, "write_bytes_per_s"),
                Rows.known(row, "metadata_ops_per_s"),
                Rows.known(row, "missing_fraction"),
                Rows.count(row, "silent_servers")
                        + Rows.count(row, "metadata_silent_servers")
                        + Rows.count(row, "oss_silent_hosts")
                        + Rows.count(row, "mds_silent_hosts"),
                names);
    }

    /** What has been read of one file system. */
    private static final class Parts {
        private static final int[] QUIET_MINUTES = {2, 10, 60};

        private FileSystemNow.Rates rates;
        private final Map<String, Double> slowdowns = new TreeMap<>();
        private FileSystemNow.Fullest ost;
        private FileSystemNow.Fullest mdt;
        private Double days;
        private final Map<Integer, Double> quiet = new TreeMap<>();
        private final List<InfluxRow> talkers = new ArrayList<>();
        private final List<FileSystemNow.Minute> minutes = new ArrayList<>();

        void addSlowdown(InfluxRow row) {
            Double slowdown = Rows.known(row, "slowdown");
            if (slowdown != null) {
                slowdowns.put(Rows.tag(row, "operation"), slowdown);
            }
        }

        void addFullness(InfluxRow row) {
            if (Rows.tag(row, "targets").equals("ost")) {
                ost = fullest(row, "bytes");
                days = Rows.known(row, "bytes_days_until_full");
            } else {
                mdt = fullest(row, "inodes");
            }
        }

        private static FileSystemNow.Fullest fullest(InfluxRow row, String of) {
            Double fraction = Rows.known(row, of + "_fullest");
            return fraction == null
                    ? null
                    : new FileSystemNow.Fullest(Rows.text(row, of + "_fullest_target"), fraction);
        }

        void addQuiet(InfluxRow row) {
            for (int length : QUIET_MINUTES) {
                Double chance = Rows.known(row, "quiet_chance_" + length + "_min");
                if (chance != null) {
                    quiet.put(length, chance);
                }
            }
        }

        void addMinute(InfluxRow row) {
            minutes.add(new FileSystemNow.Minute(
                    Rows.time(row), Rows.known(row, "read_bytes_per_s"), Rows.known(row, "write_bytes_per_s")));
        }

        FileSystemNow fileSystem(String name) {
            return new FileSystemNow(name, rates, slowdowns, ost, days, mdt, quiet, latestTalkers(), minutes);
        }

        /** A rank that the latest minute does not have is still there of an earlier one. */
        private List<FileSystemNow.Talker> latestTalkers() {
            Map<String, Instant> latest = new TreeMap<>();
            talkers.forEach(row -> latest.merge(Rows.tag(row, "role"), Rows.time(row), (a, b) -> a.isAfter(b) ? a : b));
            return talkers.stream()
                    .filter(row -> Rows.time(row).equals(latest.get(Rows.tag(row, "role"))))
                    .map(Parts::talker)
                    .sorted(Comparator.comparing(FileSystemNow.Talker::role)
                            .reversed()
                            .thenComparing(FileSystemNow.Talker::rank))
                    .toList();
        }

        private static FileSystemNow.Talker talker(InfluxRow row) {
            String role = Rows.tag(row, "role");
            Double amount = Rows.known(row, role.equals("OST") ? "bytes" : "operations");
            return new FileSystemNow.Talker(
                    role,
                    Integer.parseInt(Rows.tag(row, "rank")),
                    Rows.text(row, "job_id"),
                    Rows.text(row, "executable"),
                    Rows.text(row, "user_id"),
                    Rows.known(row, "share"),
                    amount == null ? 0 : amount);
        }
    }
}
