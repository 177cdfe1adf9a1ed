package io.barograph.page.results;

import io.barograph.influxdb.InfluxRow;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

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

    public static String tag(InfluxRow row, String tag) {
        return row.tags().getOrDefault(tag, "");
    }
}
