package io.barograph.page.results;

import io.barograph.influxdb.InfluxDbAdmin;
import io.barograph.influxdb.InfluxDbConfig;
import io.barograph.influxdb.InfluxRow;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.LongAdder;

/**
 * What the page asks InfluxDB, in InfluxQL. A number is asked for only as far back as it says something of now: rates,
 * and live slowdowns, for two minutes. What is older is not there, and the page shows it as unknown.
 */
public final class WeatherQueries {
    /** How old a rate or a live slowdown may be. */
    public static final Duration FRESH = Duration.ofMinutes(2);

    /** A minute is published after its end and the delay of results. */
    public static final Duration FRESH_MINUTE = Duration.ofMinutes(3);

    public static final Duration FRESH_FULLNESS = Duration.ofMinutes(10);
    public static final Duration FRESH_TALKERS = Duration.ofMinutes(5);
    public static final Duration FRESH_CHARACTER = Duration.ofDays(3);
    public static final Duration FRESH_TEN_MINUTES = Duration.ofMinutes(30);
    /** A day is asked for when it has ended, and its numbers come in the course of the next. */
    public static final Duration FRESH_EVIDENCE = Duration.ofDays(4);

    public static final Duration FRESH_AGE = Duration.ofDays(1);
    public static final Duration SHOWN_DAY = Duration.ofDays(1);

    /** Resolution of the last day. */
    public static final Duration DAY_STEP = Duration.ofMinutes(2);

    private static final String EACH_STEP = "time(" + DAY_STEP.toSeconds() + "s), \"fs\" fill(none)";

    public static final Duration SHOWN_SLOWDOWN = Duration.ofHours(6);

    /** Clocks of servers may be ahead of this one by so much. */
    private static final Duration SKEW = Duration.ofSeconds(30);

    /** The names of the retention levels of {@code publish}. */
    private enum Level {
        RAW,
        MINUTES,
        HOURS;

        String levelName() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private final boolean policies;
    private final InfluxDbAdmin database;
    private final LongAdder queries = new LongAdder();
    private final LongAdder failedQueries = new LongAdder();

    /**
     * @param config the database that results are published to
     * @param retentionLevels whether rates lie in three levels there, as publish is configured
     */
    public WeatherQueries(InfluxDbConfig config, boolean retentionLevels) throws IOException {
        this.policies = retentionLevels;
        this.database = new InfluxDbAdmin(config);
    }

    /** @return every file system that has had rates as long as they are kept */
    public List<String> fileSystems() throws IOException, InterruptedException {
        return query("SHOW TAG VALUES FROM " + from(Level.RAW, "file_system_rates") + " WITH KEY = \"fs\"").stream()
                .map(row -> (String) row.values().get("value"))
                .distinct()
                .toList();
    }

    /** @return the latest interval of each file system, tag {@code fs} */
    public List<InfluxRow> rates(Instant now) throws IOException, InterruptedException {
        return latest(
                Level.RAW,
                "file_system_rates",
                "\"read_bytes_per_s\", \"write_bytes_per_s\", \"metadata_ops_per_s\", \"missing_fraction\","
                        + " \"silent_servers\", \"silent_server_names\", \"metadata_silent_servers\","
                        + " \"metadata_silent_server_names\", \"oss_silent_hosts\", \"mds_silent_hosts\"",
                "\"span\" = 'interval'",
                since(now, FRESH),
                "\"fs\"");
    }

    /** @return the latest live slowdown, tags {@code fs} and {@code operation} */
    public List<InfluxRow> liveSlowdowns(Instant now) throws IOException, InterruptedException {
        return latest(
                null,
                "slowdown_live",
                "\"slowdown\", \"median_s\", \"expected_s\"",
                "\"host\" = '' AND \"server\" = '' AND \"slowdown\" >= 0",
                since(now, FRESH),
                "\"fs\", \"operation\"");
    }

    /** @return the latest fullness, tags {@code fs} and {@code targets} */
    public List<InfluxRow> fullness(Instant now) throws IOException, InterruptedException {
        return latest(
                Level.MINUTES,
                "fullness",
                "\"bytes_fullest\", \"bytes_fullest_target\", \"bytes_days_until_full\", \"inodes_fullest\","
                        + " \"inodes_fullest_target\"",
                "",
                since(now, FRESH_FULLNESS),
                "\"fs\", \"targets\"");
    }

    /** @return the chances of quiet of the latest day, tag {@code fs} */
    public List<InfluxRow> chancesOfQuiet(Instant now) throws IOException, InterruptedException {
        return latest(
                Level.HOURS,
                "workload_character",
                "\"quiet_chance_2_min\", \"quiet_chance_10_min\", \"quiet_chance_60_min\"",
                "\"span\" = 'day' AND \"direction\" = 'total'",
                since(now, FRESH_CHARACTER),
                "\"fs\"");
    }

    /** @return the latest jobs of each rank, tags {@code fs}, {@code role} and {@code rank}; not all of one minute */
    public List<InfluxRow> talkers(Instant now) throws IOException, InterruptedException {
        return latest(
                null,
                "top_talkers",
                "\"job_id\", \"executable\", \"user_id\", \"share\", \"bytes\", \"operations\"",
                "\"server\" = '' AND \"rank\" =~ /^[1-5]$/",
                since(now, FRESH_TALKERS),
                "\"fs\", \"role\", \"rank\"");
    }

    /** @return mean rates of each {@link #DAY_STEP} of the last day where they are known, tag {@code fs} */
    public List<InfluxRow> dayOfRates(Instant now) throws IOException, InterruptedException {
        return all(
                Level.MINUTES,
                "file_system_rates",
                "MEAN(\"read_bytes_per_s\") AS \"read_bytes_per_s\", MEAN(\"write_bytes_per_s\") AS \"write_bytes_per_s\"",
                "\"span\" = 'minute' AND \"read_bytes_per_s\" >= 0",
                since(now, SHOWN_DAY),
                EACH_STEP);
    }

    /** @return the largest slowdown of any operation in each {@link #DAY_STEP} of the last day, tag {@code fs} */
    public List<InfluxRow> dayOfSlowdowns(Instant now) throws IOException, InterruptedException {
        return all(
                null,
                "slowdown",
                "MAX(\"slowdown\") AS \"slowdown\"",
                "\"interval\" = '1m' AND \"host\" = '' AND \"server\" = '' AND \"slowdown\" >= 0",
                since(now, SHOWN_DAY),
                EACH_STEP);
    }

    /** @return the latest minute of each OST or NSD, tags {@code fs} and {@code server} */
    public List<InfluxRow> osts(Instant now) throws IOException, InterruptedException {
        return latest(
                Level.MINUTES,
                "server_rates",
                "\"read_bytes_per_s\", \"write_bytes_per_s\", \"used_bytes_fraction\"",
                "\"span\" = 'minute' AND \"role\" = 'data'",
                since(now, FRESH_MINUTE),
                "\"fs\", \"server\"");
    }

    /** @return the latest live slowdown of each server, tags {@code fs}, {@code server} and {@code operation} */
    public List<InfluxRow> liveSlowdownsOfServers(Instant now) throws IOException, InterruptedException {
        return latest(
                null,
                "slowdown_live",
                "\"slowdown\"",
                "\"server\" != '' AND \"slowdown\" >= 0",
                since(now, FRESH),
                "\"fs\", \"server\", \"operation\"");
    }

    /** @return slowdowns of the minutes of the last six hours, tags {@code fs} and {@code operation} */
    public List<InfluxRow> slowdowns(Instant now) throws IOException, InterruptedException {
        return all(
                null,
                "slowdown",
                "\"slowdown\"",
                "\"interval\" = '1m' AND \"host\" = '' AND \"server\" = '' AND \"slowdown\" >= 0",
                since(now, SHOWN_SLOWDOWN),
                "\"fs\", \"operation\"");
    }

    /** @return the latest ten minutes, tags {@code fs} and {@code operation} */
    public List<InfluxRow> tenMinutes(Instant now) throws IOException, InterruptedException {
        return latest(
                null,
                "slowdown",
                "\"slowdown\", \"slowdown_p95\", \"timeouts\", \"broken\", \"baseline\"",
                "\"interval\" = '10m' AND \"host\" = '' AND \"server\" = ''",
                since(now, FRESH_TEN_MINUTES),
                "\"fs\", \"operation\"");
    }

    /** @return the latest interval of the last day of which rates are known, tag {@code fs} */
    public List<InfluxRow> newestRates(Instant now) throws IOException, InterruptedException {
        return latest(
                Level.RAW,
                "file_system_rates",
                "\"missing_fraction\", \"read_bytes_per_s\", \"metadata_ops_per_s\"",
                "\"span\" = 'interval' AND (\"read_bytes_per_s\" >= 0 OR \"metadata_ops_per_s\" >= 0)",
                since(now, FRESH_AGE),
                "\"fs\"");
    }

    /**
     * @param most at most so many jobs of a minute
     * @return the jobs with the largest live coverage factor of each of the last minutes, column {@code cf}, tag {@code fs}
     */
    public List<InfluxRow> busiestJobs(Instant now, int most) throws IOException, InterruptedException {
        return all(
                null,
                "live_coverage",
                "TOP(\"cf_bw_fs\", " + most + ") AS \"cf\", \"job_id\"",
                "\"cf_bw_fs\" >= 0",
                since(now, FRESH_TALKERS),
                "time(1m), \"fs\"");
    }

    /** @return the reach of the evidence on the latest day that has ended, tag {@code fs} */
    public List<InfluxRow> evidence(Instant now) throws IOException, InterruptedException {
        return latest(
                null,
                "evidence",
                "\"bytes_reach\", \"node_hours_reach\"",
                "",
                "time > '" + now.minus(FRESH_EVIDENCE) + "' AND time <= '" + now.minus(Duration.ofDays(1)) + "'",
                "\"fs\"");
    }

    /** @return questions asked since this store was made */
    public long queries() {
        return queries.sum();
    }

    /** @return those of them that were refused, not answered or given up */
    public long failedQueries() {
        return failedQueries.sum();
    }

    private List<InfluxRow> query(String statement) throws IOException, InterruptedException {
        queries.increment();
        try {
            return database.query(statement);
        } catch (IOException | InterruptedException e) {
            failedQueries.increment();
            throw e;
        }
    }

    /** @param level level of rates; null for what has none */
    private List<InfluxRow> latest(
            Level level, String measurement, String fields, String condition, String time, String tags)
            throws IOException, InterruptedException {
        return query(select(level, measurement, fields, condition, time) + " GROUP BY " + tags
                + " ORDER BY time DESC LIMIT 1");
    }

    private List<InfluxRow> all(
            Level level, String measurement, String fields, String condition, String time, String tags)
            throws IOException, InterruptedException {
        return query(select(level, measurement, fields, condition, time) + " GROUP BY " + tags);
    }

    private String select(Level level, String measurement, String fields, String condition, String time) {
        return "SELECT " + fields + " FROM " + from(level, measurement) + " WHERE " + time
                + (condition.isEmpty() ? "" : " AND " + condition);
    }

    private static String since(Instant now, Duration age) {
        return "time > '" + now.minus(age) + "' AND time <= '" + now.plus(SKEW) + "'";
    }

    private String from(Level level, String measurement) {
        String name = InfluxDbAdmin.quoted(measurement);
        return level != null && policies ? InfluxDbAdmin.quoted(level.levelName()) + "." + name : name;
    }
}
