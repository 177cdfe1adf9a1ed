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
    public static final SiteHistory NOTHING = new SiteHistory(Instant.EPOCH, Map.of(), "");
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

    @Override
    public SiteHistory unknown(Instant now, String reason) {
        return new SiteHistory(now, Map.of(), reason);
    }

    /** @return what is known of a file system; nothing if it has not been heard of */
    public FileSystem of(String fileSystem) {
        return fileSystems.getOrDefault(fileSystem, UNKNOWN);
    }

    /** Asks the database. */
    public static SiteHistory ask(WeatherQueries store, Instant now) throws IOException, InterruptedException {
        Map<String, FileSystem> fileSystems = new HashMap<>();
        for (InfluxRow row : store.dayOfRates(now)) {
            of(row, fileSystems).read().add(point(row, "read_bytes_per_s"));
            of(row, fileSystems).written().add(point(row, "write_bytes_per_s"));
        }
        for (InfluxRow row : store.dayOfSlowdowns(now)) {
            of(row, fileSystems).slowdowns().add(point(row, "slowdown"));
        }
        List<InfluxRow> osts = store.osts(now);
        Map<List<String>, Double> slowdowns = new HashMap<>();
        for (InfluxRow row : store.liveSlowdownsOfServers(now)) {
            Double slowdown = InfluxRowReader.known(row, "slowdown");
            if (slowdown != null) {
                slowdowns.merge(server(row), slowdown, Double::max);
            }
        }
        osts.forEach(row -> of(row, fileSystems).osts().add(ost(row, slowdowns.get(server(row)))));
        fileSystems.values().forEach(known -> known.osts().sort(Comparator.comparing(Ost::name)));
        return new SiteHistory(now, fileSystems, "");
    }

    private static FileSystem of(InfluxRow row, Map<String, FileSystem> fileSystems) {
        return fileSystems.computeIfAbsent(
                InfluxRowReader.tag(row, "fs"),
                name -> new FileSystem(new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>()));
    }

    private static List<String> server(InfluxRow row) {
        return List.of(InfluxRowReader.tag(row, "fs"), InfluxRowReader.tag(row, "server"));
    }

    /** The database says when a step begins; the last minute in it ends a minute before the next one. */
    private static TimePoint point(InfluxRow row, String column) {
        Instant end = InfluxRowReader.time(row).plus(WeatherQueries.DAY_STEP).minus(Duration.ofMinutes(1));
        return new TimePoint(end, InfluxRowReader.known(row, column));
    }

    private static Ost ost(InfluxRow row, Double slowdown) {
        Double read = InfluxRowReader.known(row, "read_bytes_per_s");
        Double written = InfluxRowReader.known(row, "write_bytes_per_s");
        return new Ost(
                InfluxRowReader.tag(row, "server"),
                read == null || written == null ? null : (Double) (read + written),
                InfluxRowReader.known(row, "used_bytes_fraction"),
                slowdown);
    }
}
