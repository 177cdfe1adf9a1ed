package io.barograph.influxdb;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One row of a query's result.
 *
 * @param measurement measurement, or what the statement lists; empty if the server names none
 * @param tags tags of the row's series, where the query groups by tags
 * @param values values by column: Long (times in nanoseconds, and whole numbers), Double, Boolean or String; columns
 *     without a value are not in it
 */
public record InfluxRow(String measurement, Map<String, String> tags, Map<String, Object> values) {
    /** @param series series of an answer to InfluxQL */
    static List<InfluxRow> of(JsonNode series) {
        Map<String, String> tags = new LinkedHashMap<>();
        series.path("tags")
                .properties()
                .forEach(tag -> tags.put(tag.getKey(), tag.getValue().asText()));
        JsonNode columns = series.path("columns");
        List<InfluxRow> rows = new ArrayList<>();
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
        return rows;
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
