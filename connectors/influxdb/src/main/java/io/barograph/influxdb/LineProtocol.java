package io.barograph.influxdb;

import com.influxdb.v3.client.Point;
import com.influxdb.v3.client.write.WritePrecision;
import java.util.function.IntUnaryOperator;

/**
 * Writes points as line protocol; the escaping is the InfluxDB client library's.
 *
 * <p>Any text can be written, for names and values may come from anybody. What line protocol cannot carry is replaced, the
 * same text always by the same:
 *
 * <table>
 * <caption>What is replaced</caption>
 * <tr><th>where</th><th>what</th><th>by</th></tr>
 * <tr><td>measurement, key of a tag or field</td><td>a backslash (it would escape what follows), control characters
 *     (among them line breaks), halves of surrogate pairs, and a text without any character but white space</td><td>{@code
 *     _}</td></tr>
 * <tr><td>measurement</td><td>{@code #} at its begin, which would make the line a comment</td><td>{@code _}</td></tr>
 * <tr><td>value of a tag</td><td>a backslash; control characters; halves of surrogate pairs</td><td>{@code /}; a space;
 *     {@code _}</td></tr>
 * </table>
 *
 * <p>Field strings are quoted, and stored as they are. Two names that differ in what is replaced alone are one afterwards.
 */
final class LineProtocol {
    private static final String NO_NAME = "_";

    private LineProtocol() {}

    static InfluxLine write(InfluxPoint point) {
        Point line = Point.measurement(point.measurement());
        point.tags().forEach(line::setTag);
        point.fields().forEach(line::setField);
        line.setTimestamp(point.timestampNanos(), WritePrecision.NS);
        return new InfluxLine(line.toLineProtocol(WritePrecision.NS));
    }

    static String measurement(String name) {
        String key = key(name);
        return key.startsWith("#") ? NO_NAME + key.substring(1) : key;
    }

    /** {@return key of a tag or field that line protocol carries} */
    static String key(String name) {
        return name.isBlank()
                ? NO_NAME
                : replaced(name, character -> isCarriedAnywhere(character) && character != '\\' ? character : '_');
    }

    /** {@return value of a tag that line protocol carries; empty if the value is, which no tag can have} */
    static String tagValue(String value) {
        return replaced(value, character -> {
            if (character == '\\') {
                return '/';
            }
            if (Character.isISOControl(character)) {
                return ' ';
            }
            return isCarriedAnywhere(character) ? character : '_';
        });
    }

    private static boolean isCarriedAnywhere(int character) {
        return !Character.isISOControl(character) && Character.getType(character) != Character.SURROGATE;
    }

    private static String replaced(String text, IntUnaryOperator replacement) {
        StringBuilder replaced = new StringBuilder(text.length());
        text.codePoints().map(replacement).forEach(replaced::appendCodePoint);
        return replaced.toString();
    }
}
