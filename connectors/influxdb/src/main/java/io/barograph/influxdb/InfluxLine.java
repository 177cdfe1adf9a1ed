package io.barograph.influxdb;

import java.io.Serializable;
import java.nio.charset.StandardCharsets;

/** One point as line protocol, without the line break. */
final class InfluxLine implements Serializable {
    private final String text;
    private final int sizeInBytes;

    InfluxLine(String text) {
        this.text = text;
        this.sizeInBytes = text.getBytes(StandardCharsets.UTF_8).length + 1;
    }

    String text() {
        return text;
    }

    /** {@return bytes in a request, with the line break} */
    int sizeInBytes() {
        return sizeInBytes;
    }

    /** {@return what InfluxDB tells points apart by: measurement, tags and timestamp} */
    String identity() {
        return text.substring(0, endOfSeries()) + text.substring(text.lastIndexOf(' '));
    }

    private int endOfSeries() {
        int i = 0;
        while (i < text.length() && text.charAt(i) != ' ') {
            i += text.charAt(i) == '\\' ? 2 : 1;
        }
        return Math.min(i, text.length());
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof InfluxLine that && text.equals(that.text);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }

    @Override
    public String toString() {
        return text;
    }
}
