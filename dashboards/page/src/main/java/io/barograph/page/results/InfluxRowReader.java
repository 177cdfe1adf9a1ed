package io.barograph.page.results;

import io.barograph.influxdb.InfluxRow;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Reads values out of rows. Not known is written -1 there. */
public final class InfluxRowReader {
    private InfluxRowReader() {}

    /** @return the value of a quantity that is never negative; null if it is not known */
    public static Double known(InfluxRow row, String column) {
        double value = row.values().get(column) instanceof Number number ? number.doubleValue() : -1;
        return value >= 0 ? (Double) value : null;
    }

    public static long count(InfluxRow row, String column) {
        Double value = known(row, column);
        return value == null ? 0 : value.longValue();
    }

    public static String text(InfluxRow row, String column) {
        return row.values().get(column) instanceof String text ? text : "";
    }

    public static Instant time(InfluxRow row) {
        return Instant.EPOCH.plus((Long) row.values().get("time"), ChronoUnit.NANOS);
    }

    /** @return of the rows with the same value of a tag, those of its newest time */
    public static List<InfluxRow> newest(List<InfluxRow> rows, String tag, Function<InfluxRow, Instant> time) {
        Map<String, Instant> newest = new HashMap<>();
        rows.forEach(row -> newest.merge(tag(row, tag), time.apply(row), (a, b) -> a.isAfter(b) ? a : b));
        return rows.stream()
                .filter(row -> time.apply(row).equals(newest.get(tag(row, tag))))
                .toList();
    }

    public static String tag(InfluxRow row, String tag) {
        return row.tags().getOrDefault(tag, "");
    }
}
