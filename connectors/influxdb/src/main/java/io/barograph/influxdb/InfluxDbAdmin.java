package io.barograph.influxdb;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Creates the database, or bucket, and asks it questions, on all versions of InfluxDB: 1.x in InfluxQL, 2.x and 3 by the
 * server's own API. Waits for every answer, at most the configured request time-out.
 */
public final class InfluxDbAdmin {
    private static final JsonMapper JSON = new JsonMapper();
    private static final String BUCKETS = "/api/v2/buckets";
    private static final String DATABASES = "/api/v3/configure/database";

    private final InfluxDbConfig config;
    private final String database;
    private final InfluxDbClient client;

    public InfluxDbAdmin(InfluxDbConfig config) throws IOException {
        this.config = config;
        this.database = config.database();
        this.client = new InfluxDbClient(config);
    }

    /** @return whether the server answers */
    public boolean isAvailable() throws InterruptedException {
        try {
            return client.get("/ping", Map.of()).statusCode() / 100 == 2;
        } catch (IOException e) {
            return false;
        }
    }

    /**
     * @return whether the configured database, or bucket, is there for this account
     * @throws IOException if the server does not answer or refuses
     */
    public boolean hasDatabase() throws IOException, InterruptedException {
        return switch (config.apiVersion()) {
            case V1 -> lists("SHOW DATABASES", "name", database);
            case V2 -> bucket().isPresent();
            case V3 -> hasDatabaseOf3();
        };
    }

    private boolean lists(String statement, String column, String value) throws IOException, InterruptedException {
        return query(statement).stream()
                .anyMatch(row -> value.equals(row.values().get(column)));
    }

    private Optional<JsonNode> bucket() throws IOException, InterruptedException {
        Map<String, String> parameters = new LinkedHashMap<>();
        parameters.put("org", config.organisation());
        parameters.put("name", database);
        HttpResponse<String> response = client.get(BUCKETS, parameters);
        if (response.statusCode() == 404) {
            return Optional.empty(); // a wrong organisation answers the same; to create in it says so
        }
        for (JsonNode one : answer(response, 200).path("buckets")) {
            if (database.equals(one.path("name").asText())) {
                return Optional.of(one);
            }
        }
        return Optional.empty();
    }

    private boolean hasDatabaseOf3() throws IOException, InterruptedException {
        // Rows with one column, or a list of names, by version.
        for (JsonNode entry : answer(client.get(DATABASES, Map.of("format", "json")), 200)) {
            JsonNode name = entry.isTextual() ? entry : entry.path("iox::database");
            if (database.equals(name.asText())) {
                return true;
            }
        }
        return false;
    }

    private JsonNode answer(HttpResponse<String> response, int expected) throws IOException {
        if (response.statusCode() != expected) {
            throw client.misconfigured(response.statusCode(), client.message(response));
        }
        return response.body().isEmpty() ? JSON.createObjectNode() : JSON.readTree(response.body());
    }

    /**
     * Creates the configured database, or bucket, unless it is there; a new one keeps points for ever. Only an
     * administrator may create one; an account that may use it is enough where it is there.
     *
     * @throws IOException if the server does not answer or refuses
     */
    public void ensureDatabase() throws IOException, InterruptedException {
        if (!hasDatabase()) {
            create(Optional.empty());
        }
    }

    /** Creates the configured database, or bucket, which is not there. */
    void create(Optional<Duration> kept) throws IOException, InterruptedException {
        Optional<String> hours = kept.map(duration -> duration.toHours() + "h");
        switch (config.apiVersion()) {
            case V1 -> query("CREATE DATABASE " + quoted(database) + " WITH DURATION " + hours.orElse("INF"));
            case V2 -> {
                ObjectNode body = JSON.createObjectNode();
                body.put("orgID", organisationId());
                body.put("name", database);
                ArrayNode rules = body.putArray("retentionRules");
                kept.ifPresent(
                        duration -> rules.addObject().put("type", "expire").put("everySeconds", duration.toSeconds()));
                answer(client.postJson(BUCKETS, Map.of(), body.toString()), 201);
            }
            case V3 -> {
                ObjectNode body = JSON.createObjectNode().put("db", database);
                hours.ifPresent(period -> body.put("retention_period", period));
                HttpResponse<String> response = client.postJson(DATABASES, Map.of(), body.toString());
                if (response.statusCode() / 100 != 2) {
                    throw client.misconfigured(response.statusCode(), client.message(response));
                }
            }
        }
    }

    private String organisationId() throws IOException, InterruptedException {
        HttpResponse<String> response = client.get("/api/v2/orgs", Map.of("org", config.organisation()));
        return answer(response, 200).at("/orgs/0/id").asText();
    }

    /**
     * As {@link #ensureDatabase}, for points of the past: refuses a database that would drop them. InfluxDB 3 does not say
     * how long one keeps points; there it is the site's to know.
     *
     * @throws IOException if the server does not answer, refuses, or has the database with a retention
     */
    public void ensureDatabaseWithInfiniteRetention() throws IOException, InterruptedException {
        ensureDatabase();
        Duration kept =
                switch (config.apiVersion()) {
                    case V1 -> keptByDefaultPolicy();
                    case V2 -> keptByBucket();
                    case V3 -> Duration.ZERO;
                };
        if (!kept.isZero()) {
            throw new InfluxDbException("InfluxDB at " + config.url() + " keeps the points of '" + database + "' for "
                    + kept.toHours() + " h only, and would drop those of the past; give it infinite"
                    + " retention, or name another database");
        }
    }

    private Duration keptByDefaultPolicy() throws IOException, InterruptedException {
        for (InfluxRow policy : query("SHOW RETENTION POLICIES ON " + quoted(database))) {
            if (Boolean.TRUE.equals(policy.values().get("default"))) {
                // As in Go: 168h0m0s; without a limit 0s.
                return Duration.parse(
                        "PT" + policy.values().get("duration").toString().toUpperCase(Locale.ROOT));
            }
        }
        throw new InfluxDbException("the database '" + database + "' has no default retention policy; make one: ALTER"
                + " RETENTION POLICY ... DEFAULT");
    }

    private Duration keptByBucket() throws IOException, InterruptedException {
        JsonNode bucket = bucket().orElseThrow(
                        () -> new InfluxDbException("the bucket '" + database + "' is gone; create it again"));
        return Duration.ofSeconds(bucket.at("/retentionRules/0/everySeconds").asLong());
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
        if (config.apiVersion() == ApiVersion.V1) {
            if (!lists("SHOW RETENTION POLICIES ON " + quoted(database), "name", name)) {
                query("CREATE RETENTION POLICY " + quoted(name) + " ON " + quoted(database) + " DURATION "
                        + kept.toHours() + "h REPLICATION 1");
            }
            return;
        }
        InfluxDbAdmin own = new InfluxDbAdmin(config.withDatabase(retentionDatabase(database, name)));
        if (!own.hasDatabase()) {
            own.create(Optional.of(kept));
        }
    }

    /**
     * Removes all points of the configured database that have a tag of this value.
     *
     * @throws IOException if the server does not answer or refuses, or is an InfluxDB 3 that has such points
     */
    public void dropSeries(String tag, String value) throws IOException, InterruptedException {
        String having = quoted(tag) + " = " + literal(value);
        switch (config.apiVersion()) {
            case V1 -> query("DROP SERIES WHERE " + having);
            case V2 -> {
                ObjectNode body = JSON.createObjectNode();
                // Points lie between these: a replay's are of its window, and the server asks for both ends.
                body.put("start", "1970-01-01T00:00:00Z");
                body.put("stop", "2100-01-01T00:00:00Z");
                body.put("predicate", tag + "=" + quoted(value));
                Map<String, String> parameters = new LinkedHashMap<>();
                parameters.put("org", config.organisation());
                parameters.put("bucket", database);
                answer(client.postJson("/api/v2/delete", parameters, body.toString()), 204);
            }
            case V3 -> {
                if (lists("SHOW TAG VALUES WITH KEY = " + quoted(tag) + " WHERE " + having, "value", value)) {
                    throw new InfluxDbException("InfluxDB 3 removes no single points: '" + database
                            + "' has points with " + tag + " = '" + value
                            + "' already; take another name, or delete the database with the server's own tools");
                }
            }
        }
    }

    /**
     * @param identifier name of a database, measurement, tag or field
     * @return the name as InfluxQL writes it
     */
    public static String quoted(String identifier) {
        return '"' + identifier.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }

    private static String literal(String text) {
        return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
    }

    /**
     * Runs InfluxQL on the configured database.
     *
     * @return the rows of all statements, in the server's order
     * @throws IOException if the server does not answer or refuses a statement
     */
    public List<InfluxRow> query(String statements) throws IOException, InterruptedException {
        Map<String, String> parameters = new LinkedHashMap<>();
        parameters.put("db", database);
        parameters.put("epoch", "ns");
        parameters.put("q", statements);
        // Statements that change something are for 1.x alone, which takes them by POST only.
        HttpResponse<String> response = config.apiVersion() == ApiVersion.V1
                ? client.post("/query", parameters)
                : client.get("/query", parameters);
        if (response.statusCode() == 401 || response.statusCode() == 403) {
            throw client.misconfigured(response.statusCode(), client.message(response));
        }
        if (response.statusCode() != 200) {
            throw refused(statements, response.statusCode() + " " + client.message(response));
        }
        List<InfluxRow> rows = new ArrayList<>();
        for (JsonNode result : JSON.readTree(response.body()).path("results")) {
            if (result.has("error")) {
                throw refused(statements, result.path("error").asText());
            }
            result.path("series").forEach(series -> rows.addAll(InfluxRow.of(series)));
        }
        return rows;
    }

    private InfluxDbException refused(String statements, String reason) {
        return new InfluxDbException("InfluxDB at " + config.url() + " refused '" + statements + "': " + reason);
    }
}
