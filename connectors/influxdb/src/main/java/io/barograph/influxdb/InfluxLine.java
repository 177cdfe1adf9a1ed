package io.barograph.influxdb;

import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/**
 * One point as line protocol, without the line break.
 *
 * @param sizeInBytes bytes in a request, with the line break
 */
record InfluxLine(String text, int sizeInBytes) implements Serializable {
    InfluxLine(String text) {
        this(text, text.getBytes(StandardCharsets.UTF_8).length + 1);
    }

    /** {@return what InfluxDB distinguishes points by: measurement, tags and timestamp} */
    String identity() {
        return text.substring(0, endOfSeries()) + text.substring(text.lastIndexOf(' '));
    }

    /** {@return the point's time, milliseconds since the epoch} */
    long timestampMillis() {
        return TimeUnit.NANOSECONDS.toMillis(Long.parseLong(text.substring(text.lastIndexOf(' ') + 1)));
    }

    private int endOfSeries() {
        int i = 0;
        while (i < text.length() && text.charAt(i) != ' ') {
            i += text.charAt(i) == '\\' ? 2 : 1;
        }
        return Math.min(i, text.length());
    }

    @Override
    public String toString() {
        return text;
    }
}
