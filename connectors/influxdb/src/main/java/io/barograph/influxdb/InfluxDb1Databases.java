package io.barograph.influxdb;

import java.io.IOException;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/** InfluxDB 1.x: databases with retention policies, all in InfluxQL. */
final class InfluxDb1Databases implements InfluxDbDatabases {
    private final String database;
    private final InfluxQl influxQl;

    InfluxDb1Databases(InfluxDbConfig config, InfluxQl influxQl) {
        this.database = config.database();
        this.influxQl = influxQl;
    }

    @Override
    public boolean exists() throws IOException, InterruptedException {
        return influxQl.query("SHOW DATABASES").stream()
                .anyMatch(row -> database.equals(row.values().get("name")));
    }

    @Override
    public void create(Optional<Duration> kept) throws IOException, InterruptedException {
        String option = kept.map(duration -> duration.toHours() + "h").orElse("INF");
        influxQl.query("CREATE DATABASE " + InfluxQl.quoted(database) + " WITH DURATION " + option);
    }

    @Override
    public Optional<Duration> kept() throws IOException, InterruptedException {
        for (InfluxRow policy : influxQl.query("SHOW RETENTION POLICIES ON " + InfluxQl.quoted(database))) {
            if (Boolean.TRUE.equals(policy.values().get("default"))) {
                // As in Go: 168h0m0s; without a limit 0s.
                String text = "PT" + policy.values().get("duration").toString().toUpperCase(Locale.ROOT);
                Duration duration = Duration.parse(text);
                return duration.isZero() ? Optional.empty() : Optional.of(duration);
            }
        }
        throw new InfluxDbException("the database '" + database + "' has no default retention policy; make one: ALTER"
                + " RETENTION POLICY ... DEFAULT");
    }

    /** Makes a retention policy of the database unless it is there; one that is there is left as it is. */
    void ensureRetentionPolicy(String name, Duration kept) throws IOException, InterruptedException {
        boolean isThere = influxQl.query("SHOW RETENTION POLICIES ON " + InfluxQl.quoted(database)).stream()
                .anyMatch(row -> name.equals(row.values().get("name")));
        if (!isThere) {
            influxQl.query("CREATE RETENTION POLICY " + InfluxQl.quoted(name) + " ON " + InfluxQl.quoted(database)
                    + " DURATION " + kept.toHours() + "h REPLICATION 1");
        }
    }

    @Override
    public void dropSeries(String tag, String value) throws IOException, InterruptedException {
        influxQl.query("DROP SERIES WHERE " + InfluxQl.quoted(tag) + " = " + InfluxQl.literal(value));
    }
}
