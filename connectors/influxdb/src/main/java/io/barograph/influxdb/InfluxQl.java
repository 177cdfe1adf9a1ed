package io.barograph.influxdb;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** InfluxQL over HTTP: the query language that all versions answer. */
final class InfluxQl {
    private static final JsonMapper JSON = new JsonMapper();

    private final InfluxDbConfig config;
    private final InfluxDbClient client;

    InfluxQl(InfluxDbConfig config, InfluxDbClient client) {
        this.config = config;
        this.client = client;
    }

    static String quoted(String identifier) {
        return '"' + identifier.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }

    static String literal(String text) {
        return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
    }

    /**
     * Runs InfluxQL on the configured database.
     *
     * @return the rows of all statements, in the server's order
     * @throws IOException if the server does not answer or refuses a statement
     */
    List<InfluxRow> query(String influxQl) throws IOException, InterruptedException {
        Map<String, String> parameters = new LinkedHashMap<>();
        parameters.put("db", config.database());
        parameters.put("epoch", "ns");
        parameters.put("q", influxQl);
        // Statements that change something are for 1.x alone, which takes them by POST only.
        HttpResponse<String> response = config.apiVersion() == ApiVersion.V1
                ? client.post("/query", parameters)
                : client.get("/query", parameters);
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
