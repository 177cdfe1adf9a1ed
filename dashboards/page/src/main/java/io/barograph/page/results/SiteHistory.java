package io.barograph.page.results;

import io.barograph.influxdb.InfluxRow;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The last day of each file system, and the latest minute of each of its OSTs.
 *
 * @param failure why nothing is known; empty if the database has answered
 */
public record SiteHistory(Instant time, Map<String, FileSystem> fileSystems, String failure)
        implements DatabaseResult<SiteHistory> {
    private static final FileSystem UNKNOWN = new FileSystem(List.of(), List.of(), List.of(), List.of());

    /**
     * Times are the ends of minutes, oldest first.
     *
     * @param read bytes/s
     * @param written bytes/s
     * @param slowdowns of the slowest probe operation
     * @param osts by name
     */
    public record FileSystem(
            List<TimePoint> read, List<TimePoint> written, List<TimePoint> slowdowns, List<Ost> osts) {}

    /**
     * What is null is not known.
     *
     * @param bytesPerSecond read and written
     * @param slowdown largest live slowdown of the probes that know this OST
     */
    public record Ost(String name, Double bytesPerSecond, Double usedFraction, Double slowdown) {}

    public static SiteHistory unasked(Instant now) {
        return new SiteHistory(now, Map.of(), "InfluxDB has not been asked yet");
    }

    @Override
    public SiteHistory unknown(Instant now, String reason) {
        return new SiteHistory(now, Map.of(), reason);
    }

    /** @return what is known of a file system; nothing if it has not been heard of */
    public FileSystem of(String fileSystem) {
        return fileSystems.getOrDefault(fileSystem, UNKNOWN);
    }

    /** Asks the database. That it does not answer is no failure of the page: then nothing is known. */
    public static SiteHistory ask(WeatherQueries store, Instant now) throws InterruptedException {
        Map<String, Parts> parts = new HashMap<>();
        try {
            store.dayOfRates(now).forEach(row -> parts(parts, row).addRates(row));
            store.dayOfSlowdowns(now).forEach(row -> parts(parts, row).addSlowdown(row));
            store.osts(now).forEach(row -> parts(parts, row).addOst(row));
            store.liveSlowdownsOfServers(now).forEach(row -> parts(parts, row).addServerSlowdown(row));
        } catch (IOException e) {
            return new SiteHistory(now, Map.of(), "InfluxDB does not answer: " + e.getMessage());
        }
        Map<String, FileSystem> fileSystems = new HashMap<>();
        parts.forEach((name, part) -> fileSystems.put(name, part.fileSystem()));
        return new SiteHistory(now, fileSystems, "");
    }

    private static Parts parts(Map<String, Parts> parts, InfluxRow row) {
        return parts.computeIfAbsent(InfluxRowReader.tag(row, "fs"), name -> new Parts());
    }

    private static final class Parts {
        private final List<TimePoint> read = new ArrayList<>();
        private final List<TimePoint> written = new ArrayList<>();
        private final List<TimePoint> daySlowdowns = new ArrayList<>();
        private final List<InfluxRow> osts = new ArrayList<>();
        private final Map<String, Double> slowdowns = new HashMap<>();

        void addRates(InfluxRow row) {
            read.add(point(row, "read_bytes_per_s"));
            written.add(point(row, "write_bytes_per_s"));
        }

        void addSlowdown(InfluxRow row) {
            daySlowdowns.add(point(row, "slowdown"));
        }

        /** The database says when a step begins; the last minute in it ends a minute before the next one. */
        private static TimePoint point(InfluxRow row, String column) {
            Instant end =
                    InfluxRowReader.time(row).plus(WeatherQueries.DAY_STEP).minus(Duration.ofMinutes(1));
            return new TimePoint(end, InfluxRowReader.known(row, column));
        }

        void addOst(InfluxRow row) {
            osts.add(row);
        }

        void addServerSlowdown(InfluxRow row) {
            Double slowdown = InfluxRowReader.known(row, "slowdown");
            if (slowdown != null) {
                slowdowns.merge(InfluxRowReader.tag(row, "server"), slowdown, Double::max);
            }
        }

        FileSystem fileSystem() {
            return new FileSystem(
                    read,
                    written,
                    daySlowdowns,
                    osts.stream()
                            .map(this::ost)
                            .sorted(Comparator.comparing(Ost::name))
                            .toList());
        }

        private Ost ost(InfluxRow row) {
            String name = InfluxRowReader.tag(row, "server");
            Double read = InfluxRowReader.known(row, "read_bytes_per_s");
            Double written = InfluxRowReader.known(row, "write_bytes_per_s");
            return new Ost(
                    name,
                    read == null || written == null ? null : (Double) (read + written),
                    InfluxRowReader.known(row, "used_bytes_fraction"),
                    slowdowns.get(name));
        }
    }
}
