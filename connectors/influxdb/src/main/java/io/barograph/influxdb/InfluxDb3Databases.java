package io.barograph.influxdb;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * InfluxDB 3: databases, by the server's own API ({@code /api/v3/configure/database}). It removes no single points, and
 * says of no database how long it keeps them.
 */
final class InfluxDb3Databases implements InfluxDbDatabases {
    private static final JsonMapper JSON = new JsonMapper();
    private static final String DATABASES = "/api/v3/configure/database";

    private final InfluxDbClient client;
    private final InfluxQl influxQl;
    private final String database;

    InfluxDb3Databases(InfluxDbConfig config, InfluxDbClient client, InfluxQl influxQl) {
        this.client = client;
        this.influxQl = influxQl;
        this.database = config.database();
    }

    @Override
    public boolean exists() throws IOException, InterruptedException {
        HttpResponse<String> response = client.get(DATABASES, Map.of("format", "json"));
        if (response.statusCode() != 200) {
            throw client.misconfigured(response.statusCode(), client.message(response));
        }
        // Rows with one column, or a list of names, by version.
        for (JsonNode entry : JSON.readTree(response.body())) {
            String name = entry.isTextual()
                    ? entry.asText()
                    : entry.path("iox::database").asText();
            if (database.equals(name)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public void create(Optional<Duration> kept) throws IOException, InterruptedException {
        ObjectNode body = JSON.createObjectNode().put("db", database);
        kept.ifPresent(duration -> body.put("retention_period", duration.toHours() + "h"));
        HttpResponse<String> response = client.postJson(DATABASES, Map.of(), body.toString());
        if (response.statusCode() / 100 != 2) {
            throw client.misconfigured(response.statusCode(), client.message(response));
        }
    }

    @Override
    public Optional<Duration> kept() {
        return Optional.empty();
    }

    @Override
    public void dropSeries(String tag, String value) throws IOException, InterruptedException {
        boolean isThere = influxQl
                .query("SHOW TAG VALUES WITH KEY = " + InfluxQl.quoted(tag) + " WHERE " + InfluxQl.quoted(tag) + " = "
                        + InfluxQl.literal(value))
                .stream()
                .anyMatch(row -> value.equals(row.values().get("value")));
        if (isThere) {
            throw new InfluxDbException(
                    "InfluxDB 3 removes no single points: '" + database + "' has points with " + tag + " = '" + value
                            + "' already; take another name, or delete the database with the server's own tools");
        }
    }
}
