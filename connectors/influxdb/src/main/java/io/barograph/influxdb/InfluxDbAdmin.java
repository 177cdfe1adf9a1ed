package io.barograph.influxdb;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Creates the database and asks it questions. Waits for every answer, at most the configured request time-out. */
public final class InfluxDbAdmin {
    private static final JsonMapper JSON = new JsonMapper();

    private final InfluxDbConfig config;
    private final InfluxDbClient client;

    /**
     * @param config server, database and credentials
     * @throws IOException if the credentials cannot be read
     */
    public InfluxDbAdmin(InfluxDbConfig config) throws IOException {
        this.config = config;
        this.client = new InfluxDbClient(config);
    }

    /**
     * @return whether the server answers
     * @throws InterruptedException if interrupted while waiting
     */
    public boolean isAvailable() throws InterruptedException {
        try {
            return client.get("/ping").statusCode() / 100 == 2;
        } catch (IOException e) {
            return false;
        }
    }

    /**
     * Creates the configured database unless it is there (1.x). Only an administrator may create one; an account that may
     * use it is enough where it is there.
     *
     * @throws IOException if the server does not answer or refuses
     * @throws InterruptedException if interrupted while waiting
     */
    public void ensureDatabase() throws IOException, InterruptedException {
        boolean isThere = config.apiVersion() == ApiVersion.V1
                && query("SHOW DATABASES").stream()
                        .anyMatch(row -> config.database().equals(row.values().get("name")));
        if (!isThere) {
            createDatabase("");
        }
    }

    /**
     * Creates the configured database, with a default retention policy that never drops a point, unless it is there
     * (1.x).
     *
     * @throws IOException if the server does not answer, refuses, or has the database with another default policy
     * @throws InterruptedException if interrupted while waiting
     */
    public void ensureDatabaseWithInfiniteRetention() throws IOException, InterruptedException {
        createDatabase(" WITH DURATION INF");
    }

    /**
     * Makes a retention policy of the configured database unless it is there (1.x). One that is there is left as it is.
     *
     * @param name name of the policy
     * @param duration how long it keeps points, at least an hour
     * @throws IOException if the server does not answer or refuses
     * @throws InterruptedException if interrupted while waiting
     */
    public void ensureRetentionPolicy(String name, Duration duration) throws IOException, InterruptedException {
        if (config.apiVersion() != ApiVersion.V1) {
            throw new InfluxDbException("retention policies are made by Barograph on InfluxDB 1.x only: at "
                    + config.url() + " a bucket or database has its own retention; make '" + config.database() + "_"
                    + name + "', which keeps " + duration.toHours() + " h, with the server's own tools");
        }
        boolean known = query("SHOW RETENTION POLICIES ON " + quoted(config.database())).stream()
                .anyMatch(row -> name.equals(row.values().get("name")));
        if (!known) {
            query("CREATE RETENTION POLICY " + quoted(name) + " ON " + quoted(config.database()) + " DURATION "
                    + duration.toHours() + "h REPLICATION 1");
        }
    }

    /**
     * Removes all points of the configured database that have a tag of this value (1.x).
     *
     * @param tag name of the tag
     * @param value its value
     * @throws IOException if the server does not answer or refuses
     * @throws InterruptedException if interrupted while waiting
     */
    public void dropSeries(String tag, String value) throws IOException, InterruptedException {
        if (config.apiVersion() != ApiVersion.V1) {
            throw new InfluxDbException("points are removed by Barograph on InfluxDB 1.x only: at " + config.url()
                    + " remove those of '" + config.database() + "' with " + tag + " = '" + value
                    + "' with the server's own tools");
        }
        query("DROP SERIES WHERE " + quoted(tag) + " = '"
                + value.replace("\\", "\\\\").replace("'", "\\'") + "'");
    }

    private void createDatabase(String options) throws IOException, InterruptedException {
        if (config.apiVersion() != ApiVersion.V1) {
            throw new InfluxDbException("databases are created by Barograph on InfluxDB 1.x only: create '"
                    + config.database() + "' at " + config.url() + " with the server's own tools");
        }
        query("CREATE DATABASE " + quoted(config.database()) + options);
    }

    /**
     * @param identifier name of a database, measurement, tag or field
     * @return the name as InfluxQL writes it
     */
    public static String quoted(String identifier) {
        return '"' + identifier.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }

    /**
     * Runs InfluxQL on the configured database.
     *
     * @param influxQl one or more statements
     * @return the rows of all statements, in the server's order
     * @throws IOException if the server does not answer or refuses a statement
     * @throws InterruptedException if interrupted while waiting
     */
    public List<InfluxRow> query(String influxQl) throws IOException, InterruptedException {
        HttpResponse<String> response =
                client.post("/query", Map.of("db", config.database(), "epoch", "ns", "q", influxQl));
        if (response.statusCode() == 401 || response.statusCode() == 403) {
            throw client.misconfigured(response.statusCode(), client.message(response));
        }
        if (response.statusCode() != 200) {
            throw refused(influxQl, response.statusCode() + " " + client.message(response));
        }
        List<InfluxRow> rows = new ArrayList<>();
        for (JsonNode result : JSON.readTree(response.body()).path("results")) {
            if (result.has("error")) {
                throw refused(influxQl, result.path("error").asText());
            }
            result.path("series").forEach(series -> addRows(series, rows));
        }
        return rows;
    }

    private InfluxDbException refused(String influxQl, String reason) {
        return new InfluxDbException("InfluxDB at " + config.url() + " refused '" + influxQl + "': " + reason);
    }

    private static void addRows(JsonNode series, List<InfluxRow> rows) {
        Map<String, String> tags = new LinkedHashMap<>();
        series.path("tags")
                .properties()
                .forEach(tag -> tags.put(tag.getKey(), tag.getValue().asText()));
        JsonNode columns = series.path("columns");
        for (JsonNode row : series.path("values")) {
            Map<String, Object> values = new LinkedHashMap<>();
            for (int i = 0; i < columns.size(); i++) {
                if (!row.path(i).isNull()) {
                    values.put(columns.path(i).asText(), value(row.path(i)));
                }
            }
            rows.add(new InfluxRow(
                    series.path("name").asText(),
                    Collections.unmodifiableMap(tags),
                    Collections.unmodifiableMap(values)));
        }
    }

    private static Object value(JsonNode node) {
        if (node.isIntegralNumber()) {
            return node.longValue();
        }
        if (node.isNumber()) {
            return node.doubleValue();
        }
        return node.isBoolean() ? (Object) node.booleanValue() : node.asText();
    }
}
