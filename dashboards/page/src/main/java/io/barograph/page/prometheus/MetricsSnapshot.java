package io.barograph.page.prometheus;

import io.barograph.influxdb.InfluxRow;
import io.barograph.page.results.DatabaseResult;
import io.barograph.page.results.InfluxRowReader;
import io.barograph.page.results.WeatherQueries;
import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What {@code /metrics} asks the database beside what the page shows. What is not known is not in it.
 *
 * @param newestRates time of the newest rates of the last day by file system
 * @param busiest jobs with the largest live coverage factors in the newest minute of their file system
 * @param reach reach of the evidence on the latest day that has ended, by file system
 * @param failure why nothing is known; empty if the database has answered
 */
public record MetricsSnapshot(
        Instant time, Map<String, Instant> newestRates, List<BusyJob> busiest, Map<String, Reach> reach, String failure)
        implements DatabaseResult<MetricsSnapshot> {
    public static final MetricsSnapshot NOTHING = new MetricsSnapshot(Instant.EPOCH, Map.of(), List.of(), Map.of(), "");

    /** Most jobs of a file system. */
    public static final int MAX_JOBS = 10;

    /** @param coverage bytes of the job / bytes of all OSTs in the minute */
    public record BusyJob(String fileSystem, String jobId, double coverage) {}

    /**
     * @param bytes Darshan's bytes / the servers' bytes; null if not known
     * @param nodeHours node-hours of jobs with a log / those of all jobs; null if not known
     */
    public record Reach(Double bytes, Double nodeHours) {}

    @Override
    public MetricsSnapshot unknown(Instant now, String reason) {
        return new MetricsSnapshot(now, Map.of(), List.of(), Map.of(), reason);
    }

    public static MetricsSnapshot ask(WeatherQueries store, Instant now) throws IOException, InterruptedException {
        Map<String, Instant> newest = new TreeMap<>();
        store.newestRates(now).forEach(row -> newest.put(InfluxRowReader.tag(row, "fs"), InfluxRowReader.time(row)));
        Map<String, Reach> reach = new TreeMap<>();
        store.evidence(now)
                .forEach(row -> reach.put(
                        InfluxRowReader.tag(row, "fs"),
                        new Reach(
                                InfluxRowReader.known(row, "bytes_reach"),
                                InfluxRowReader.known(row, "node_hours_reach"))));
        return new MetricsSnapshot(now, newest, newestMinute(store.busiestJobs(now, MAX_JOBS)), reach, "");
    }

    private static List<BusyJob> newestMinute(List<InfluxRow> rows) {
        return InfluxRowReader.newest(
                        rows, "fs", row -> InfluxRowReader.time(row).truncatedTo(ChronoUnit.MINUTES))
                .stream()
                .filter(row -> InfluxRowReader.known(row, "cf") != null)
                .map(row -> new BusyJob(
                        InfluxRowReader.tag(row, "fs"),
                        InfluxRowReader.text(row, "job_id"),
                        InfluxRowReader.known(row, "cf")))
                .toList();
    }
}
