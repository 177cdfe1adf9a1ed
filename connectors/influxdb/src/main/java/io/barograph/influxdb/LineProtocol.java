package io.barograph.influxdb;

import com.influxdb.v3.client.Point;
import com.influxdb.v3.client.write.WritePrecision;

/** Writes points as line protocol; the escaping is the InfluxDB client library's. */
final class LineProtocol {
    private LineProtocol() {}

    static InfluxLine write(InfluxPoint point) {
        Point line = Point.measurement(point.measurement());
        point.tags().forEach(line::setTag);
        point.fields().forEach(line::setField);
        line.setTimestamp(point.timestampNanos(), WritePrecision.NS);
        return new InfluxLine(line.toLineProtocol(WritePrecision.NS));
    }
}
