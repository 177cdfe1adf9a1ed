package io.barograph.influxdb;

import java.io.Serializable;
import java.util.List;

/**
 * Turns a stream's elements into points. Pure: the same element always gives the same points, because elements are
 * written again after a restart.
 */
@FunctionalInterface
public interface PointConverter<T> extends Serializable {
    /**
     * @return its points; may be empty
     * @throws RuntimeException if none can be made of it: it goes to the {@link RejectedLineReporter}, and the stream goes on
     */
    List<InfluxPoint> convert(T element);
}
