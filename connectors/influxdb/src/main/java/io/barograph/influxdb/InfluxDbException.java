package io.barograph.influxdb;

import java.io.IOException;

/** InfluxDB refuses every request, for instance because of wrong credentials. The message names the remedy. */
public final class InfluxDbException extends IOException {
    public InfluxDbException(String message) {
        super(message);
    }
}
