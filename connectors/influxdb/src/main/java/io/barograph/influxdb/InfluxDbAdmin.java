package io.barograph.influxdb;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Creates the database, or bucket, and asks it questions, on all versions of InfluxDB. Waits for every answer, at most the
 * configured request time-out.
 */
public final class InfluxDbAdmin {
    private final InfluxDbConfig config;
    private final InfluxDbClient client;
    private final InfluxQl influxQl;
    private final InfluxDbDatabases databases;

    public InfluxDbAdmin(InfluxDbConfig config) throws IOException {
        this.config = config;
        this.client = new InfluxDbClient(config);
        this.influxQl = new InfluxQl(config, client);
        this.databases = switch (config.apiVersion()) {
            case V1 -> new InfluxDb1Databases(config, influxQl);
            case V2 -> new InfluxDb2Buckets(config, client);
            case V3 -> new InfluxDb3Databases(config, client, influxQl);
        };
    }

    /** @return whether the server answers */
    public boolean isAvailable() throws InterruptedException {
        try {
            return client.get("/ping").statusCode() / 100 == 2;
        } catch (IOException e) {
            return false;
        }
    }

    /**
     * @return whether the configured database, or bucket, is there for this account
     * @throws IOException if the server does not answer or refuses
     */
    public boolean hasDatabase() throws IOException, InterruptedException {
        return databases.exists();
    }

    /**
     * Creates the configured database, or bucket, unless it is there; a new one keeps points for ever. Only an
     * administrator may create one; an account that may use it is enough where it is there.
     *
     * @throws IOException if the server does not answer or refuses
     */
    public void ensureDatabase() throws IOException, InterruptedException {
        if (!databases.exists()) {
            databases.create(Optional.empty());
        }
    }

    /**
     * As {@link #ensureDatabase}, for points of the past: refuses a database that would drop them. InfluxDB 3 does not say
     * how long one keeps points; there it is the site's to know.
     *
     * @throws IOException if the server does not answer, refuses, or has the database with a retention
     */
    public void ensureDatabaseWithInfiniteRetention() throws IOException, InterruptedException {
        ensureDatabase();
        Optional<Duration> kept = databases.kept();
        if (kept.isPresent()) {
            throw new InfluxDbException("InfluxDB at " + config.url() + " keeps the points of '" + config.database()
                    + "' for " + kept.get().toHours() + " h only, and would drop those of the past; give it infinite"
                    + " retention, or name another database");
        }
    }

    /**
     * The bucket (2.x) or database (3.x) that InfluxQL knows as a retention policy of a database: what stands before the
     * slash is taken for the database, what stands behind it for the policy (InfluxDB 2 documentation, "Database and
     * retention policy mapping"). So the same question serves all versions.
     *
     * @return name of the bucket or database
     */
    public static String retentionDatabase(String database, String policy) {
        return database + "/" + policy;
    }

    /**
     * Makes a place for points that are kept for a time unless it is there: a retention policy of the configured database
     * (1.x), or the {@link #retentionDatabase}. One that is there is left as it is.
     *
     * @param name name of the policy, or end of the name of the bucket or database
     * @param kept how long it keeps points, at least an hour
     * @throws IOException if the server does not answer or refuses
     */
    public void ensureRetention(String name, Duration kept) throws IOException, InterruptedException {
        if (databases instanceof InfluxDb1Databases policies) {
            policies.ensureRetentionPolicy(name, kept);
            return;
        }
        InfluxDbDatabases own =
                new InfluxDbAdmin(config.withDatabase(retentionDatabase(config.database(), name))).databases;
        if (!own.exists()) {
            own.create(Optional.of(kept));
        }
    }

    /**
     * Removes all points of the configured database that have a tag of this value.
     *
     * @throws IOException if the server does not answer or refuses, or is an InfluxDB 3 that has such points
     */
    public void dropSeries(String tag, String value) throws IOException, InterruptedException {
        databases.dropSeries(tag, value);
    }

    /**
     * @param identifier name of a database, measurement, tag or field
     * @return the name as InfluxQL writes it
     */
    public static String quoted(String identifier) {
        return InfluxQl.quoted(identifier);
    }

    /**
     * Runs InfluxQL on the configured database.
     *
     * @return the rows of all statements, in the server's order
     * @throws IOException if the server does not answer or refuses a statement
     */
    public List<InfluxRow> query(String statements) throws IOException, InterruptedException {
        return influxQl.query(statements);
    }
}
