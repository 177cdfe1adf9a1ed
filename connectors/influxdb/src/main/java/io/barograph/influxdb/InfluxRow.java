package io.barograph.influxdb;

import java.util.Map;

/**
 * One row of a query's result.
 *
 * @param measurement measurement, or what the statement lists; empty if the server names none
 * @param tags tags of the row's series, where the query groups by tags
 * @param values values by column: Long (times in nanoseconds, and whole numbers), Double, Boolean or String; columns
 *     without a value are not in it
 */
public record InfluxRow(String measurement, Map<String, String> tags, Map<String, Object> values) {}
